import { toMicros } from '@parley/messaging/credit/micros';
import type { ReserveFacts } from './reservation.ts';

/** Whether the balance minus `spent` covers the price; equality suffices. */
export const hasCredit = (tenant: ReserveFacts['tenant'], price: string, spentMicros = 0n): boolean =>
  tenant?.isActive === true && toMicros(tenant.balance) - spentMicros >= toMicros(price);
