import { crossLine } from '@parley/messaging/credit/low-credit';
import { toMicros } from '@parley/messaging/credit/micros';
import type { Reservation } from './decide-reservations.ts';
import type { ReserveFacts, ReserveItem } from './reservation.ts';

/** A tenant whose credit falls below its threshold with the sends to reserve. */
export interface LowCredit {
  tenantId: number;
  /** The remaining balance. */
  balance: string;
  threshold: string;
  /** The send that crosses the threshold. */
  messageId: string;
}

/**
 * Tenants that cross their threshold with these sends, once until the next top-up: the tenant's row is locked from
 * before its balance is read until the crossing is stored (docs/reference/notifications.md#kinds).
 */
export function findLowCredit(
  accepted: readonly {
    item: Pick<ReserveItem, 'tenantId'>;
    reservation: Pick<Reservation, 'price'>;
    facts: Pick<ReserveFacts, 'tenant' | 'messageId'>;
  }[],
): LowCredit[] {
  const left = new Map<number, bigint>();
  const found = new Map<number, LowCredit>();
  for (const { item, facts, reservation } of accepted) {
    const { tenantId } = item;
    const line = facts.tenant?.lowCredit ?? null;
    if (!facts.tenant || !line || line.isReported) continue;
    const rest = (left.get(tenantId) ?? toMicros(facts.tenant.balance)) - toMicros(reservation.price);
    left.set(tenantId, rest);
    const crossed = crossLine(rest, line);
    if (!crossed) continue;
    const { messageId } = found.get(tenantId) ?? facts;
    found.set(tenantId, { tenantId, ...crossed, messageId });
  }
  return [...found.values()];
}
