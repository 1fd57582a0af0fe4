import { toMicros } from '@parley/messaging/credit/micros';
import { toSentRows } from '@parley/messaging/outbox/platform-events';
import { findAnswered } from './find-answered.ts';
import { byMessage, type SettleCase, type SettleFacts, type SettleItem, type SettleWrites } from './settlement.ts';

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
function writeBeside(
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
    const { messageId, conversationId, status, error, happenedAt } = item;
    const id = `${facts.channelAccountId} ${item.providerMessageId}`;
    const providerMessageId = facts.isIdTaken || taken.has(id) ? null : item.providerMessageId;
    if (providerMessageId !== null) taken.add(id);
    const settleBy = status === 'unknown' ? happenedAt : null;
    writes.messages.push({ messageId, conversationId, status, providerMessageId, error, happenedAt, settleBy });
    writeBeside(writes, item, facts);
  }
  return writes;
}
