import { toMicros } from './micros.ts';
import type { ReserveFacts } from './reservation.ts';

/** Whether a tenant, of whose balance so much is spent, can pay this price: exactly the balance is enough. */
export const hasCredit = (tenant: ReserveFacts['tenant'], price: string, spentMicros = 0n): boolean =>
  tenant?.isActive === true && toMicros(tenant.balance) - spentMicros >= toMicros(price);
