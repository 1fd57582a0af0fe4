import type { ATTACHMENT_TYPES } from '@parley/common/events';

/** An account as the provider's webhook names it: phone_number_id (wa), bot id (tg). */
export interface WebhookAccount {
  channel: 'wa' | 'tg';
  externalId: string;
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
}

interface Base {
  account: WebhookAccount;
  at: Date;
}

export interface MessageItem extends Base {
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
  raw: unknown;
}

export interface RevokedItem extends Base {
  kind: 'revoked';
  providerMessageId: string;
}

/** Sent from the account's own handset. */
export interface EchoItem extends Base {
  kind: 'echo';
  providerMessageId: string;
  to: { address: string; aliases: string[] };
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
}

export interface ReactionItem extends Base {
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

/** News about an account, its templates or its quality, and what the channel does not offer; kept as it came. */
export interface NoticeItem {
  kind: 'notice';
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
  channel: 'wa' | 'tg';
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
  | ReactionItem
  | IdentityItem
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
