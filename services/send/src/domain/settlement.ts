import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { PlatformRow } from '@parley/messaging/outbox/platform-events';
import type { AnsweredConversation } from '@parley/messaging/people/answer-conversations';
import type { Reserved } from './reservation.ts';
import type { SendOrder } from './send-order.ts';

/** Why a send failed, as stored with the message. */
export interface SendError {
  code: string;
  message: string;
  provider_code: string | number | null;
}

/** The outcome of one send. */
export interface SettleItem {
  tenantId: number;
  messageId: string;
  conversationId: number;
  status: 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  error: SendError | null;
  /** Stored for the send's Idempotency-Key; null without a key, and while the outcome is unknown. */
  answer: StoredAnswer | null;
  /** The provider was never reached: the Idempotency-Key is free again. */
  release: boolean;
  /** `message.sent`. */
  event: OutboxRow | null;
  happenedAt: Date;
  /** The provider's ids of further parts. */
  furtherIds: readonly string[];
  /** Whether a platform webhook gets its event, as far as it was known at the reservation. */
  isPlatformReported?: boolean;
  /** For a bot's message: the data that platform webhooks receive. */
  bot?: BotMessageFacts;
}

/** The order in which messages were reserved. */
export const byMessage = (a: Pick<SettleItem, 'messageId'>, b: Pick<SettleItem, 'messageId'>): number =>
  Number(BigInt(a.messageId) - BigInt(b.messageId));

/** The settlement of a send. An answer is stored only for an Idempotency-Key. */
export const toSettleItem = (
  { tenantId, idempotency }: SendOrder,
  { messageId, conversationId }: Pick<Reserved, 'messageId' | 'conversationId'>,
  happenedAt: Date,
  given: Pick<SettleItem, 'status'> & Partial<SettleItem>,
): SettleItem => ({
  tenantId,
  messageId,
  conversationId,
  providerMessageId: null,
  error: null,
  release: false,
  event: null,
  furtherIds: [],
  happenedAt,
  ...given,
  answer: idempotency ? (given.answer ?? null) : null,
});

/** Stored facts for one settlement. */
export interface SettleFacts {
  status: string;
  /** The sender: a bot's message is no answer of the workspace. */
  origin: string;
  price: string;
  /** Category of its template, by which it was priced. */
  category: string | null;
  channelAccountId: number;
  /** Another message of the account already has the provider's id. */
  isIdTaken: boolean;
  /** Whether a platform webhook gets the tenant's events. */
  isPlatformReported: boolean;
}

/** A settlement and the stored facts of its message; null when the tenant has no such message. */
export interface SettleCase {
  item: SettleItem;
  facts: SettleFacts | null;
}

/** The values to write for settlements. */
export interface SettleWrites {
  messages: SettledMessage[];
  parts: { channelAccountId: number; providerMessageId: string; messageId: string }[];
  keptAnswers: { messageId: string; answer: StoredAnswer }[];
  /** Messages whose Idempotency-Key is free again. */
  releasedKeys: { messageId: string }[];
  refunds: { tenantId: number; messageId: string; amount: string; category: string | null }[];
  /** The conversations with sent messages, in the order of their ids. */
  answered: AnsweredConversation[];
  events: OutboxRow[];
  platformEvents: PlatformRow[];
}

export interface SettledMessage {
  messageId: string;
  conversationId: number;
  status: 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  error: SendError | null;
  happenedAt: Date;
  /** Start of the sweeper's wait; null keeps the stored one. */
  settleBy: Date | null;
}
