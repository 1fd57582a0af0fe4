import type { Channel } from '@parley/common/channels';
import type { GroupFacts } from '@parley/common/contracts/internal/store-device-items';
import type { ATTACHMENT_TYPES, CommentMedia, Interactive, WhatsappGroup } from '@parley/common/events';
import type { CALL_STATES, GROUP_REQUEST_STATES } from '@parley/common/events/opt-in-events';
import type { TypingState } from '@parley/common/messages/capabilities';
import type { Order, PollAnswer, Pricing, Product, Referral } from '@parley/common/messages/received-content';
import type { BusinessItem, IgnoredItem, NoticeItem, TemplateItem, UnknownItem } from './webhook-element.ts';

/** The fields with the past of an account (docs/reference/wa.md#history). */
export const HISTORY_FIELDS = ['history', 'smb_app_state_sync'] as const;

/** An account as the provider's webhook names it: phone_number_id (wa), bot id (tg), page id (fb), ig account id, open id (tt), id of the connection (wd). */
export interface WebhookAccount {
  channel: Channel;
  externalId: string;
  /**
   * Fallback when the first id is not a known account: a webhook of ig may name the recipient by an id that we never
   * learned.
   */
  otherExternalId?: string;
}

/** A part of a message besides its text; unknown values are null. */
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

/** The sender. `address` is the `to` of a send; `aliases` are other addresses of the same person. */
export interface InboundSender {
  address: string;
  aliases: string[];
  name: string | null;
  username: string | null;
  /** `+` and digits. */
  phone: string | null;
  /** An id that distinguishes the person when `address` does not: in a group (tg), or in addition to a number (wa). */
  id?: string;
  /** The provider's own id of the conversation, where a send needs it (tt); the topic of the message (tg). */
  threadId?: string;
}

interface Base {
  account: WebhookAccount;
  at: Date;
}

/** An item of a group (wd): the group is the conversation, regardless of its author. */
interface Grouped {
  group?: WhatsappGroup;
}

/** A message of a conversation that another app handles at the provider (fb, ig, wa): a bot must not answer it. */
interface InStandby {
  isStandby?: true;
}

/**
 * The person who changed a message (wd): the account itself, or any of these addresses. Only Parley checks that they
 * wrote it.
 */
export interface ChangedBy {
  isAccount: boolean;
  addresses: string[];
  /** The group of which they are an admin: there they may delete messages of others. */
  adminOf?: string;
}

/** Facts that a platform reports about a message besides its text, files and choice; absent where it reports none. */
export interface ReceivedFacts {
  referral?: Referral | undefined;
  /** `replyToProviderId` names the poll. An option without a title is looked up in a poll that was sent through Parley. */
  pollAnswer?: PollAnswer | undefined;
  forwarded?: true | undefined;
  /** A view-once message: its files must not be kept. */
  viewOnce?: true | undefined;
  /** Addresses of the mentioned people. */
  mentions?: string[] | undefined;
  order?: Order | undefined;
  product?: Product | undefined;
}

export interface MessageItem extends Base, Grouped, InStandby, ReceivedFacts {
  kind: 'message';
  providerMessageId: string;
  from: InboundSender;
  text: string;
  attachments: InboundAttachment[];
  replyToProviderId: string | null;
  /** The part of the answered message that the person quoted (tg). */
  quote?: string;
  /** The chosen button, list row or form. */
  interactive: Interactive | null;
  /** Telegram waits for an answer to this callback query. */
  callbackQueryId: string | null;
  /** The platform names no chat: it belongs to the conversation of the message that it answers (votes on tg). */
  isInChatOfReplied?: true;
  /** The group or channel of the message (tg). */
  chat?: { type: string; title: string | null };
  /** Set when the provider says that a bot wrote it. */
  isFromBot?: true;
  /** The platform's summary of the conversation with another app until now (wa). */
  threadSummary?: string;
  raw: unknown;
}

export interface EditedItem extends Base {
  kind: 'edited';
  /** Id of the edited message. */
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
export interface EchoItem extends Base, Grouped, InStandby {
  kind: 'echo';
  providerMessageId: string;
  origin: 'phone' | 'dashboard';
  /** Whether it may be the echo of our own send: only then it waits for a send whose answer is pending. */
  mayBeOurs: boolean;
  /** Our own id, if the provider returns it (fb). */
  callbackData: string | null;
  to: { address: string; aliases: string[]; threadId?: string; username?: string; name?: string };
  /** In a business chat (tg): the person who connected the bot to their account, and wrote it. */
  ownerId?: string;
  text: string;
  attachments: InboundAttachment[];
  raw: unknown;
}

export interface ReceiptItem extends Base {
  kind: 'receipt';
  providerMessageId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error: { code: string; message: string; provider_code: number | string | null } | null;
  /** Our own id, which was given with the send. */
  callbackData: string | null;
  /** Set when it is about a further message of the send: the text after audio (wa). */
  isPart?: true;
  /** In groups (wd): the participant who received or read the message. */
  participant?: string | null;
  /** The platform's charge (wa). */
  pricing?: Pricing;
}

/**
 * Everything sent to this person up to a time (fb, tt), or up to and including one message (ig), is delivered or read.
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
  /** On a removal null means any emoji. */
  emoji: string | null;
  /** An image in place of an emoji, at the platform (tt); its address is null only on a removal. */
  picture?: { url: string | null };
  action: 'added' | 'removed';
}

/** The same person, at a new address. */
export interface IdentityItem extends Base {
  kind: 'identity';
  previousAddress: string;
  newAddress: string;
}

/** A new or changed comment on a post or video of the account; stored by services/comments. */
export interface CommentItem extends Base {
  kind: 'comment';
  /**
   * `hidden`: other people no longer see it; `shown`: they see it again. `offered`: the platform accepts a private
   * reply to it (tt). None of these changes its content.
   */
  change: 'added' | 'edited' | 'removed' | 'hidden' | 'shown' | 'offered';
  commentId: string;
  /** Null when the provider's webhook does not contain it (a removal). */
  postId: string | null;
  /** Null for top-level comments. */
  parentId: string | null;
  text: string;
  /** Images and videos of the comment, at the provider; absent when there is none. */
  media?: CommentMedia[];
  /** Null when the provider hides the person. */
  from: { id: string; name: string | null } | null;
  /** Written by the account itself. */
  isOwn: boolean;
}

/** A person is typing or recording; neither stored nor retried. */
export interface TypingItem extends Base, Grouped {
  kind: 'typing';
  from: InboundSender;
  state: TypingState;
}

/** A person came through an ad or a link, without a message. */
export interface ReferralItem extends Base {
  kind: 'referral';
  from: InboundSender;
  referral: Referral;
}

/** The platform reports that a person opted out of marketing messages, or in again (wa). */
export interface PreferenceItem extends Base {
  kind: 'preference';
  from: InboundSender;
  isOptedOut: boolean;
}

/** A person calls, or their call was accepted or ended. */
export interface CallItem extends Base {
  kind: 'call';
  callId: string;
  from: InboundSender;
  state: (typeof CALL_STATES)[number];
  /** Null when the platform does not report it. */
  isVideo: boolean | null;
}

/** A group changed. */
export interface GroupChangeItem extends Base {
  kind: 'group-change';
  /** Address of the group. */
  group: string;
  /** The provider's id of the notice, where it has one: a repeat of it is dropped. */
  noticeId: string | null;
  /** Null when it did not change. */
  subject: string | null;
  /** Addresses. */
  joined: string[];
  left: string[];
  /** The person who changed it. */
  by: string | null;
  facts?: GroupFacts | undefined;
}

/** A person asks to join a group, or the request ended without a membership. */
export interface GroupRequestItem extends Base {
  kind: 'group-request';
  group: string;
  noticeId: string;
  person: string;
  state: (typeof GROUP_REQUEST_STATES)[number];
  method: string | null;
  by: string | null;
}

/** A person connected the bot to their own account (tg), or changed or ended that connection; `at` is when it was made. */
export interface BotConnectionItem extends Base {
  kind: 'bot-connection';
  connectionId: string;
  ownerId: string;
  isEnabled: boolean;
}

/** Another app of the account took the thread with a person, gave it to this app, or asks for it (fb, ig, wa). */
export interface ThreadItem extends Base {
  kind: 'thread';
  from: InboundSender;
  change: 'passed' | 'taken' | 'requested';
  /** Whether this app has the thread now; absent where `appId` decides (fb, ig). */
  owner?: 'ours' | 'theirs';
  /** Roles of the app that has the thread now, and of the one that had it (wa). */
  role: string | null;
  previousRole: string | null;
  /** The app that has the thread now or asks for it, and the one that had it (fb, ig). */
  appId: string | null;
  previousAppId: string | null;
  /** The note of the app that handed over. */
  metadata: string | null;
  summary: string | null;
  raw: unknown;
}

/** A part of the chats, or of the address book, of the app that shares the number (wa): read and imported later. */
export interface HistoryItem extends Base {
  kind: 'history';
  field: (typeof HISTORY_FIELDS)[number];
  /** The value of the change. */
  raw: unknown;
}

/** The account's owner withdrew the authorization at the provider. */
export interface UnauthorizedItem extends Base {
  kind: 'unauthorized';
}

/** One element of a provider's webhook in Parley's form. */
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
  | TypingItem
  | ReferralItem
  | PreferenceItem
  | CallItem
  | GroupChangeItem
  | GroupRequestItem
  | BotConnectionItem
  | ThreadItem
  | HistoryItem
  | UnauthorizedItem
  | BusinessItem
  | TemplateItem
  | NoticeItem
  | IgnoredItem
  | UnknownItem;

/** An attachment; members that are not given are unknown. */
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
