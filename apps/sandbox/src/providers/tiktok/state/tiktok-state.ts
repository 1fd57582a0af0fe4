import { createHash, randomBytes } from 'node:crypto';
import { type BoundedMap, makeBoundedMap } from '../../../state/bounded-map.ts';
import { seedTiktok, type TiktokAccount } from './tiktok-account.ts';

export type { TiktokAccount } from './tiktok-account.ts';

/** A person as the accounts see them, with the same `id` in direct messages and comments. */
export interface TiktokPerson {
  id: string;
  username: string;
  displayName: string;
}

/** The direct messages between an account and a person. */
export interface TiktokConversation {
  id: string;
  openId: string;
  personId: string;
  /** Null until the person has written. */
  lastInboundAtMs: number | null;
  /** Number of messages that the account has sent since then. */
  sentSince: number;
  blocked: boolean;
}

/** A direct message, with the facts about its files and sender that later calls need. */
export interface TiktokStoredMessage {
  id: string;
  conversationId: string;
  mediaId: string | null;
  mediaType: 'IMAGE' | 'VIDEO' | null;
  /** `text`, `image`, …, as webhooks write it: only some kinds can be quoted. */
  type: string;
}

/** A comment below a video; `personId` is null for the account's own. */
export interface TiktokStoredComment {
  id: string;
  openId: string;
  videoId: string;
  parentId: string | null;
  personId: string | null;
  text: string;
  createdAtMs: number;
  status: 'PUBLIC' | 'HIDDEN';
}

/** The dialog's content for a person, or the preset answer. */
export interface TiktokDialog {
  /** The chosen account; null: the first. */
  openId: string | null;
  /** Permissions that are not ticked. */
  declinedScopes: string[];
  answer: 'ask' | 'continue' | 'cancel';
}

/** An authorization code that waits for its exchange. */
export interface TiktokCode {
  openId: string;
  redirectUri: string;
  scopes: string[];
  expiresAtMs: number;
}

/** An issued token. */
export interface TiktokToken {
  value: string;
  openId: string;
  scopes: string[];
  expiresAtMs: number;
}

/** The emulated TikTok's behaviour, in addition to the settings that all providers share. */
export interface TiktokSettings {
  /** Whether comments cause webhooks: few apps receive them, the others must poll. */
  commentWebhooks: boolean;
  /** A refresh returns a new refresh token and ends the old one. */
  rotateRefreshToken: boolean;
  /** The lifetime of access tokens issued from now on. */
  accessLifeSeconds: number;
  /** Whether conversations accept images, which TikTok has in some countries only. */
  images: boolean;
}

/** The emulated TikTok's memory; bounded, in memory only. */
export interface TiktokState {
  settings: TiktokSettings;
  accounts: Map<string, TiktokAccount>;
  people: BoundedMap<TiktokPerson>;
  conversations: BoundedMap<TiktokConversation>;
  messages: BoundedMap<TiktokStoredMessage>;
  comments: BoundedMap<TiktokStoredComment>;
  codes: BoundedMap<TiktokCode>;
  accessTokens: BoundedMap<TiktokToken>;
  refreshTokens: BoundedMap<TiktokToken>;
  /** The last hundred times at which an account's tokens were renewed (ms since 1970), by open id. */
  refreshes: BoundedMap<number[]>;
  /** Callback addresses by event type; DIRECT_MESSAGE goes to the application by default. */
  callbackUrls: Map<string, string>;
  dialog: TiktokDialog;
  person(id: string): TiktokPerson;
  /** The conversation of an account with a person; created if there is none. */
  conversation(openId: string, personId: string): TiktokConversation;
  /** The number of comments that have an id. */
  commentCounter: { next: number };
  nextCommentId(): string;
  reset(): void;
}

const MAX_ENTRIES = 50_000;
const FIRST_COMMENT_ID = 7_310_300_000_000_000_001n;

/** Ids like TikTok's: base64 with all the characters that cause trouble in addresses. */
const opaqueId = (prefix: string, bytes: Buffer): string => `${prefix}${bytes.toString('base64')}`;

/** A new id of a direct message. */
export const makeTiktokMessageId = (): string => opaqueId('u5B', randomBytes(16));

/** The conversation's id, derived from its two members. */
export const conversationIdOf = (openId: string, personId: string): string =>
  opaqueId('u5J', createHash('sha256').update(`${openId} ${personId}`).digest().subarray(0, 16));

const defaultDialog: TiktokDialog = { openId: null, declinedScopes: [], answer: 'ask' };
const defaultSettings: TiktokSettings = {
  commentWebhooks: false,
  rotateRefreshToken: true,
  accessLifeSeconds: 86_400,
  images: true,
};

export function makeTiktokState(): TiktokState {
  const bounded = <T>() => makeBoundedMap<T>({ maxEntries: MAX_ENTRIES });
  const state: TiktokState = {
    settings: { ...defaultSettings },
    accounts: new Map(),
    people: bounded(),
    conversations: bounded(),
    messages: bounded(),
    comments: bounded(),
    codes: bounded(),
    accessTokens: bounded(),
    refreshTokens: bounded(),
    refreshes: bounded(),
    callbackUrls: new Map(),
    dialog: { ...defaultDialog },
    person(id) {
      const known = state.people.get(id);
      if (known) return known;
      const handle = `user_${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
      const fresh = { id, username: handle, displayName: handle };
      state.people.set(id, fresh);
      return fresh;
    },
    conversation(openId, personId) {
      const id = conversationIdOf(openId, personId);
      const known = state.conversations.get(id);
      if (known) return known;
      const fresh = { id, openId, personId, lastInboundAtMs: null, sentSince: 0, blocked: false };
      state.conversations.set(id, fresh);
      return fresh;
    },
    commentCounter: { next: 0 },
    nextCommentId: () => String(FIRST_COMMENT_ID + BigInt(state.commentCounter.next++)),
    reset() {
      state.settings = { ...defaultSettings };
      state.dialog = { ...defaultDialog };
      for (const store of [state.people, state.conversations, state.messages, state.comments]) store.clear();
      for (const store of [state.codes, state.accessTokens, state.refreshTokens, state.refreshes]) store.clear();
      for (const store of [state.accounts, state.callbackUrls]) store.clear();
      seedTiktok(state.accounts);
    },
  };
  seedTiktok(state.accounts);
  return state;
}
