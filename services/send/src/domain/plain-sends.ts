import { fromMicros, toMicros } from '@parley/messaging/credit/micros';
import { windowOpensAfter } from './can-write.ts';
import { keyOwnerOf, type NewSend, type ReserveItem } from './reservation.ts';

/**
 * A send by a key that needs nothing but a conversation with its recipient, credit, and a free Idempotency-Key. A template
 * is not one: its category, which prices it, is looked up.
 */
export interface PlainSend extends ReserveItem {
  instanceId: string;
}

/** A plain send with the values to compare with the stored facts. */
export interface ExpectedSend {
  item: PlainSend;
  /** The price of all plain sends of the tenant in the batch, which its balance must cover. */
  spent: string;
  /** The person must have written after this time; null: no matter when. */
  writtenAfter: Date | null;
}

/** Whether such a send can be reserved by a comparison, once its recipient is known. */
export const isPlainSend = (item: ReserveItem): item is PlainSend =>
  item.origin === 'api' &&
  item.instanceId !== null &&
  item.channel !== 'tt' &&
  item.template === null &&
  item.conversationId === null &&
  item.commentId === null &&
  item.memberId === undefined &&
  item.bot === undefined &&
  item.schedule === undefined &&
  item.replyToId === null &&
  item.files.length === 0;

/**
 * Whether a send like this one can be reserved by a comparison: the same account would be chosen again, because it is the
 * one with the newest conversation, or the one with the named id.
 */
export const isRepeatable = ({ item, account, mayPauseBot }: NewSend): boolean =>
  isPlainSend(item) && !mayPauseBot && (item.from === null || item.from === account.externalId);

/** The sends of a batch to reserve by a comparison: the first of each Idempotency-Key. */
export function expectSends(items: readonly ReserveItem[]): ExpectedSend[] {
  const keys = new Set<string>();
  const chosen = items.filter(isPlainSend).filter((item) => {
    if (item.idempotency === null) return true;
    const key = `${keyOwnerOf(item)} ${item.idempotency.key}`;
    return !keys.has(key) && keys.add(key);
  });
  const spent = new Map<number, bigint>();
  for (const { tenantId, price } of chosen) spent.set(tenantId, (spent.get(tenantId) ?? 0n) + toMicros(price));
  return chosen.map((item) => ({
    item,
    spent: fromMicros(spent.get(item.tenantId) ?? 0n),
    writtenAfter: windowOpensAfter(item, item.happenedAt),
  }));
}
