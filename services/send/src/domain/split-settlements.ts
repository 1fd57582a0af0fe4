import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { byMessage, type SettleItem } from './settlement.ts';

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
  item.status === 'sent' && item.event !== null && item.furtherIds.length === 0 && item.isPlatformReported !== true;

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
