import type { WebhookDeliveryService } from '../service.ts';
import { shiftToCatchUp } from './ledger.rules.ts';
import { findLedgerClock, shiftLedger } from './ledger.store.ts';

/** Shifts positions after a restore into another server, whose transaction ids are lower. */
export async function catchUpLedger({ database }: WebhookDeliveryService): Promise<void> {
  const clock = await findLedgerClock(database);
  const shift = clock && shiftToCatchUp(clock);
  if (clock && shift !== null) await shiftLedger(database.prisma, clock, shift);
}
