import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';

/** Why a send failed, as the message keeps it. */
export interface SendError {
  code: string;
  message: string;
  provider_code: string | number | null;
}

/** What became of one send. */
export interface SettleItem {
  tenantId: number;
  messageId: string;
  conversationId: number;
  status: 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  error: SendError | null;
  /** Kept for the send's Idempotency-Key; null without a key, and while the outcome is unknown. */
  answer: StoredAnswer | null;
  /** The provider was never reached: the Idempotency-Key is free again. */
  release: boolean;
  /** `message.sent`. */
  event: OutboxRow | null;
  happenedAt: Date;
  /** The provider's ids of what followed the first part. */
  furtherIds: readonly string[];
}

/** What decides about one settlement, as it is stored; null when the tenant has no such message. */
export interface SettleFacts {
  status: string;
  price: string;
  channelAccountId: number;
  /** Another message of the account has the provider's id already. */
  isIdTaken: boolean;
}

/** What is to be written of settlements. */
export interface SettleWrites {
  messages: SettledMessage[];
  parts: { channelAccountId: number; providerMessageId: string; messageId: string }[];
  keptAnswers: { messageId: string; answer: StoredAnswer }[];
  /** Messages whose Idempotency-Key is free again. */
  releasedKeys: { messageId: string }[];
  refunds: { tenantId: number; messageId: string; amount: string }[];
  /** When conversations were last written in. */
  activity: { conversationId: number; at: Date }[];
  events: OutboxRow[];
}

export interface SettledMessage {
  messageId: string;
  conversationId: number;
  status: 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  error: SendError | null;
  happenedAt: Date;
  /** From when the sweeper's wait counts; null leaves it as it is. */
  settleBy: Date | null;
}
