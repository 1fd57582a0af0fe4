/** A Facebook page with its posts, and the Instagram professional account that may be linked to it. */
export interface Page {
  id: string;
  name: string;
  category: string;
  tasks: string[];
  instagram: InstagramAccount | null;
  posts: PagePost[];
  /** The webhook fields that the app is subscribed to; null: not subscribed. */
  subscribedFields: string[] | null;
  /** Set for an Instagram account with its own login, which has no page. */
  login?: InstagramLogin | null;
  /** The page's own lasting token; a new one replaces it when it was invalidated. */
  token: string;
}

/** An Instagram professional account; `media` are its posts. */
export interface InstagramAccount {
  id: string;
  username: string;
  name: string;
  media: PagePost[];
}

/** Its owner does not allow access to messages, or the platform restricts the account or blocks it from the API. */
export type InstagramRefusal = 'no_access' | 'restricted' | 'blocked';

/** The sandbox's behaviour for one account with Instagram Login, where the platform's documents differ. */
export interface InstagramLogin {
  /** The account's id in the Instagram app; the id of the professional account is that of `instagram`. */
  appScopedId: string;
  accountType: string;
  /** Whether the account may authorize an app that is not live. */
  isTester: boolean;
  /** The form of the answer with a short token. */
  tokenForm: 'flat' | 'data';
  /** The secret that signs webhooks. */
  signsWith: 'instagram' | 'meta';
  /** Names of webhook fields that the app does not have: a subscription that names one is refused. */
  refusedFields: string[];
  /** The reason for which the platform refuses its messages; absent: it takes them. */
  refusal?: InstagramRefusal;
}

/** A post of a page or a media object of an Instagram account. */
export interface PagePost {
  id: string;
  message: string;
  createdAtMs: number;
}

/** The two channels of a page. */
export type PageChannel = 'fb' | 'ig';

/** An account that an authorization grants: a page, or the Instagram account that is linked to it. */
export interface GrantedAccount {
  channel: PageChannel;
  /** Page id, or id of the Instagram account. */
  account: string;
  page: Page;
}

/** The meaning of an access token. */
export interface MetaToken {
  token: string;
  kind: 'user' | 'page';
  /** The page of a page token. */
  pageId: string | null;
  longLived: boolean;
  /** null: never. */
  expiresAtMs: number | null;
  issuedAtMs: number;
  scopes: string[];
  /** The pages that were granted; null: all. */
  pageIds: string[] | null;
  /** A token of an Instagram login, which only Instagram's own hosts accept. */
  isInstagram?: boolean;
  /** The subcode of its error 190; null while it is valid. */
  deadSubcode: number | null;
}

/** An authorization code that the dialog issued. */
export interface AuthorizationCode {
  code: string;
  /** null: a code of Embedded Signup, which is exchanged without one. */
  redirectUri: string | null;
  /** The accounts of Embedded Signup, and the lifetime of their token; null: it does not end. */
  signup?: { wabaIds: string[]; tokenSeconds: number | null };
  scopes: string[];
  pageIds: string[] | null;
  issuedAtMs: number;
  /** The account of an Instagram login; absent: a person's pages. */
  loginId?: string;
  used: boolean;
}

/** A comment below a post of a page or a media object of an Instagram account. */
export interface Comment {
  channel: PageChannel;
  account: string;
  id: string;
  postId: string;
  /** The top-level comment of a reply. */
  parentId: string | null;
  /** null: Meta does not report the writer. */
  from: { id: string; name: string; username: string | null } | null;
  /** The writer's id for private messages. */
  personId: string | null;
  isOwn: boolean;
  byApp: boolean;
  text: string;
  photo: string | null;
  productType: string;
  atMs: number;
  hidden: boolean;
  deleted: boolean;
  privateReplyMessageId: string | null;
}

/** The answer to the next authorization dialog, and its person. */
export interface DialogPreset {
  answer: 'ask' | 'continue' | 'cancel';
  declinedPermissions: string[];
  /** null: all pages. */
  pageIds: string[] | null;
}
