import { crossLine } from '@parley/messaging/credit/low-credit';
import { toMicros } from '@parley/messaging/credit/micros';
import type { ReserveFacts, ReserveItem } from './reservation.ts';

/** A tenant whose credit falls below its line by the sends that are about to be reserved. */
export interface LowCredit {
  tenantId: number;
  /** What is left. */
  balance: string;
  threshold: string;
  /** The send that crossed the line. */
  messageId: string;
}

/**
 * Tenants that cross their line with these sends, once until they are filled up again: the row of the tenant is locked from
 * before its balance was read until the crossing is stored (docs/reference/notifications.md#kinds).
 */
export function findLowCredit(
  accepted: readonly {
    item: Pick<ReserveItem, 'tenantId' | 'price'>;
    facts: Pick<ReserveFacts, 'tenant' | 'messageId'>;
  }[],
): LowCredit[] {
  const left = new Map<number, bigint>();
  const found = new Map<number, LowCredit>();
  for (const { item, facts } of accepted) {
    const { tenantId } = item;
    const line = facts.tenant?.lowCredit ?? null;
    if (!facts.tenant || !line || line.isReported) continue;
    const rest = (left.get(tenantId) ?? toMicros(facts.tenant.balance)) - toMicros(item.price);
    left.set(tenantId, rest);
    const crossed = crossLine(rest, line);
    if (!crossed) continue;
    const { messageId } = found.get(tenantId) ?? facts;
    found.set(tenantId, { tenantId, ...crossed, messageId });
  }
  return [...found.values()];
}
