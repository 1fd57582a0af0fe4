import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import { type HeldMarketing, marketingHoldOf } from '@parley/messaging/consent/hold-marketing';
import { toMicros } from '@parley/messaging/credit/micros';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { type PlatformRow, toSentRows } from '@parley/messaging/outbox/platform-events';
import type { AnsweredConversation } from '@parley/messaging/people/answer-conversations';
import type { ReservedSend } from '../sends/send.rules.ts';

/** The reason why a send failed, as stored with the message. */
interface SendError {
  code: string;
  message: string;
  provider_code: string | number | null;
  provider_subcode?: number;
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
  /** The platform holds it, to check the quality of its template. */
  isHeld?: boolean;
  /** Whether a platform webhook gets its event, as far as it was known at the reservation. */
  isPlatformReported?: boolean;
  /** A bot message's facts: the data that platform webhooks receive. */
  bot?: BotMessageFacts;
}

/** The order in which messages were reserved. */
export const byMessage = (a: Pick<SettleItem, 'messageId'>, b: Pick<SettleItem, 'messageId'>): number =>
  Number(BigInt(a.messageId) - BigInt(b.messageId));

/** The members of a send that its settlement needs. */
export type SettledSend = Pick<ReservedSend, 'tenantId' | 'idempotency' | 'messageId' | 'conversationId'>;

/** The settlement of a send. An answer is stored only for an Idempotency-Key. */
export const toSettleItem = (
  { tenantId, idempotency, messageId, conversationId }: SettledSend,
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
  /** People to whom the platform delivers no marketing for a while. */
  holds: HeldMarketing[];
  /** The conversations with sent messages, in the order of their ids. */
  answered: AnsweredConversation[];
  events: OutboxRow[];
  platformEvents: PlatformRow[];
}

interface SettledMessage {
  messageId: string;
  conversationId: number;
  status: 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  isHeld: boolean;
  error: SendError | null;
  happenedAt: Date;
  /** Start of the sweeper's wait; null keeps the stored one. */
  settleBy: Date | null;
}

/** An accepted send that writes only its row, its event and the answer of its Idempotency-Key. */
export interface PlainSettlement extends SettleItem {
  event: OutboxRow;
}

interface SplitSettlements {
  /** By message; no two of one message or with one provider's id. */
  plain: PlainSettlement[];
  others: SettleItem[];
}

const isPlain = (item: SettleItem): item is PlainSettlement =>
  item.status === 'sent' &&
  item.event !== null &&
  item.furtherIds.length === 0 &&
  item.isPlatformReported !== true &&
  item.isHeld !== true;

/**
 * Separates the settlements that one statement can store, if their sends are still as they were reserved. The others
 * are decided on locked rows afterwards, with all later ones of their conversation, whose events must not come first.
 */
export function splitSettlements(given: readonly SettleItem[]): SplitSettlements {
  const split: SplitSettlements = { plain: [], others: [] };
  const messages = new Set<string>();
  const providerIds = new Set<string | null>();
  const heldConversations = new Set<number>();
  for (const item of given.toSorted(byMessage)) {
    const { messageId, providerMessageId, conversationId } = item;
    const isRepeated = messages.has(messageId) || (providerMessageId !== null && providerIds.has(providerMessageId));
    messages.add(messageId);
    providerIds.add(providerMessageId);
    if (isPlain(item) && !isRepeated && !heldConversations.has(conversationId)) split.plain.push(item);
    else {
      heldConversations.add(conversationId);
      split.others.push(item);
    }
  }
  return split;
}

const isOpen = (status: string): boolean => status === 'sending' || status === 'unknown';

/** Adds the further ids of a send: also of one that a receipt has confirmed, because the receipt names only one id. */
function addParts(
  writes: SettleWrites,
  { messageId, furtherIds }: SettleItem,
  { channelAccountId }: SettleFacts,
): void {
  for (const providerMessageId of furtherIds) writes.parts.push({ channelAccountId, providerMessageId, messageId });
}

/** Adds writes other than the message itself. */
function addSideEffects(
  writes: SettleWrites,
  item: SettleItem,
  { price, category, isPlatformReported }: SettleFacts,
): void {
  const { tenantId, messageId, status, answer } = item;
  if (answer !== null) writes.keptAnswers.push({ messageId, answer });
  else if (item.release) writes.releasedKeys.push({ messageId });
  if (status === 'failed' && toMicros(price) > 0n)
    writes.refunds.push({ tenantId, messageId, amount: price, category });
  if (status !== 'sent' || item.event === null) return;
  writes.events.push(item.event);
  if (isPlatformReported) writes.platformEvents.push(...toSentRows(item.event, item.bot ?? null));
}

/**
 * Decides what a settlement writes (docs/reference/sends.md#unknown-outcome). A send that a receipt has confirmed, or
 * the sweeper has ended, is not changed and only gets its further ids. A refusal refunds the credit. A provider's id that another message has is not
 * stored. While the outcome is unknown, the sweeper's wait starts now.
 */
export function decideSettlements(given: readonly SettleCase[]): SettleWrites {
  // Events of a conversation follow the order in which its messages were reserved.
  const cases = given.toSorted((a, b) => byMessage(a.item, b.item));
  const writes: SettleWrites = {
    messages: [],
    parts: [],
    keptAnswers: [],
    releasedKeys: [],
    refunds: [],
    holds: [],
    answered: findAnswered(
      cases.flatMap(({ item, facts }) =>
        item.status === 'sent' && facts !== null ? { item, isByBot: facts.origin === 'bot' } : [],
      ),
    ),
    events: [],
    platformEvents: [],
  };
  const settled = new Set<string>();
  const taken = new Set<string>();
  for (const { item, facts } of cases) {
    if (facts === null || settled.has(item.messageId)) continue;
    settled.add(item.messageId);
    if (item.status === 'sent') addParts(writes, item, facts);
    if (!isOpen(facts.status)) continue;
    const { messageId, conversationId, status, isHeld = false, error, happenedAt } = item;
    const id = `${facts.channelAccountId} ${item.providerMessageId}`;
    const providerMessageId = facts.isIdTaken || taken.has(id) ? null : item.providerMessageId;
    if (providerMessageId !== null) taken.add(id);
    const settleBy = status === 'unknown' ? happenedAt : null;
    writes.messages.push({ messageId, conversationId, status, providerMessageId, isHeld, error, happenedAt, settleBy });
    writes.holds.push(...marketingHoldOf(messageId, error, happenedAt));
    addSideEffects(writes, item, facts);
  }
  return writes;
}

/** An accepted send, and whether a bot sent it: a bot's message is no answer of the workspace. */
interface AcceptedMessage {
  item: SettleItem;
  isByBot: boolean;
}

/**
 * The newest send of each conversation, and the newest answer of the workspace, in the order of the conversations' ids.
 * `accepted` is sorted by message.
 */
export function findAnswered(accepted: readonly AcceptedMessage[]): AnsweredConversation[] {
  const answered = new Map<number, AnsweredConversation>();
  for (const { item, isByBot } of accepted) {
    const { conversationId, messageId, happenedAt } = item;
    const known = answered.get(conversationId);
    answered.set(conversationId, {
      conversationId,
      at: known !== undefined && known.at > happenedAt ? known.at : happenedAt,
      answeredBy: isByBot ? (known?.answeredBy ?? null) : messageId,
    });
  }
  return [...answered.values()].sort((a, b) => a.conversationId - b.conversationId);
}
