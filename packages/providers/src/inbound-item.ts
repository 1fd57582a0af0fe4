import type { Channel } from '@parley/common/channels';
import type { ATTACHMENT_TYPES, WhatsappGroup } from '@parley/common/events';

/** Channels whose provider calls us. Linked devices hear for themselves, and are told of in the same terms. */
export type WebhookChannel = Exclude<Channel, 'wd'>;

/** An account as the provider's webhook names it: phone_number_id (wa), bot id (tg), page id (fb), ig account id, open id (tt), id of the connection (wd). */
export interface WebhookAccount {
  channel: Channel;
  externalId: string;
  /** The account that it is where nobody here holds the first: a webhook of ig may name the recipient by an id that we never learned. */
  otherExternalId?: string;
}

/** A part of a message beside its text; what is unknown is null. */
export interface InboundAttachment {
  type: (typeof ATTACHMENT_TYPES)[number];
  /** Opens the file at the provider. */
  providerMediaId: string | null;
  url: string | null;
  mimeType: string | null;
  filename: string | null;
  /** Bytes. */
  size: number | null;
  /** A location's, contact's or unsupported part's own fields. */
  payload: Record<string, unknown> | null;
}

/** Who wrote. `address` is what a send takes as `to`; `aliases` are the other addresses of the same person. */
export interface InboundSender {
  address: string;
  aliases: string[];
  name: string | null;
  username: string | null;
  /** `+` and digits. */
  phone: string | null;
  /** The provider's own id of the conversation, where a send needs it (tt). */
  threadId?: string;
}

interface Base {
  account: WebhookAccount;
  at: Date;
}

/** Something said in a group (wd): the group is the conversation, whoever said it. */
interface Grouped {
  group?: WhatsappGroup;
}

/** Who changed a message, where nobody but us checks that it is whoever wrote it (wd): the account itself, or any of these addresses. */
export interface ChangedBy {
  isAccount: boolean;
  addresses: string[];
  /** The group that they are an admin of: there they take back what others wrote. */
  adminOf?: string;
}

export interface MessageItem extends Base, Grouped {
  kind: 'message';
  providerMessageId: string;
  from: InboundSender;
  text: string;
  attachments: InboundAttachment[];
  replyToProviderId: string | null;
  /** The button, list row or callback that was chosen. */
  button: { id: string | null; title: string } | null;
  /** Telegram waits for an answer to this callback query. */
  callbackQueryId: string | null;
  raw: unknown;
}

export interface EditedItem extends Base {
  kind: 'edited';
  /** Of the message that was edited. */
  providerMessageId: string;
  text: string;
  by?: ChangedBy;
  raw: unknown;
}

export interface RevokedItem extends Base {
  kind: 'revoked';
  providerMessageId: string;
  by?: ChangedBy;
}

/** Sent by the account: from its handset, from its own inbox at the provider, or by us, through the API. */
export interface EchoItem extends Base, Grouped {
  kind: 'echo';
  providerMessageId: string;
  origin: 'phone' | 'dashboard';
  /** Whether it may be the echo of a send of ours: only then a send that waits for its answer holds it back. */
  mayBeOurs: boolean;
  /** Our own id, where the provider gives it back (fb). */
  callbackData: string | null;
  to: { address: string; aliases: string[]; threadId?: string };
  text: string;
  attachments: InboundAttachment[];
  raw: unknown;
}

export interface ReceiptItem extends Base {
  kind: 'receipt';
  providerMessageId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error: { code: string; message: string; provider_code: number | string | null } | null;
  /** Our own id, given along with the send. */
  callbackData: string | null;
  /** In groups (wd): whose receipt it is. */
  participant?: string | null;
}

/**
 * Everything sent to this person up to a moment (fb, tt) or up to and with one message (ig) has been delivered or read.
 */
export interface WatermarkItem extends Base {
  kind: 'watermark';
  status: 'delivered' | 'read';
  /** The customer. */
  peer: string;
  until: Date | null;
  untilProviderId: string | null;
}

export interface ReactionItem extends Base, Grouped {
  kind: 'reaction';
  targetProviderId: string;
  from: InboundSender;
  /** On a removal null means whichever it was. */
  emoji: string | null;
  action: 'added' | 'removed';
}

/** The same person, at a new address. */
export interface IdentityItem extends Base {
  kind: 'identity';
  previousAddress: string;
  newAddress: string;
}

/** A comment on a post or a video of the account, or what became of one; stored by services/comments. */
export interface CommentItem extends Base {
  kind: 'comment';
  change: 'added' | 'edited' | 'removed';
  commentId: string;
  /** Null where the provider's webhook does not tell (a removal). */
  postId: string | null;
  /** Null for top-level comments. */
  parentId: string | null;
  text: string;
  /** Null where the provider hides the person. */
  from: { id: string; name: string | null } | null;
  /** Written by the account itself. */
  isOwn: boolean;
}

/** The account's owner took the authorization back at the provider. */
export interface UnauthorizedItem extends Base {
  kind: 'unauthorized';
}

/** News about an account, its templates or its quality, and what the channel does not offer; kept as it came. */
export interface NoticeItem {
  kind: 'notice';
  /** Of wa where it is absent. */
  channel?: WebhookChannel;
  topic: string;
  raw: unknown;
}

/** Well known, and nothing to us. */
export interface IgnoredItem {
  kind: 'ignored';
  reason: string;
}

/** Of a shape that nobody here knows: stored and counted. */
export interface UnknownItem {
  kind: 'unknown';
  channel: WebhookChannel;
  reason: string;
  raw: unknown;
}

/** One thing that a provider's webhook tells, in the terms of Parley. */
export type InboundItem =
  | MessageItem
  | EditedItem
  | RevokedItem
  | EchoItem
  | ReceiptItem
  | WatermarkItem
  | ReactionItem
  | IdentityItem
  | CommentItem
  | UnauthorizedItem
  | NoticeItem
  | IgnoredItem
  | UnknownItem;

/** An attachment with everything unknown but what is given. */
export const attachment = (
  type: InboundAttachment['type'],
  given: Partial<InboundAttachment> = {},
): InboundAttachment => ({
  type,
  providerMediaId: null,
  url: null,
  mimeType: null,
  filename: null,
  size: null,
  payload: null,
  ...given,
});
