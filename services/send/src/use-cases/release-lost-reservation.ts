import type { DatabaseUnavailable } from '@parley/database/sql';
import type { ReserveItem } from '../domain/reservation.ts';
import type { SendOrder } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { findLostReservation } from '../storage/reservation-store.ts';
import { findLostSchedule } from '../storage/scheduled-store.ts';
import { cancelScheduled } from './cancel-scheduled.ts';
import { lookAgain } from './look-again.ts';
import { releaseReservation } from './release-reservation.ts';

/** The connection failed: no statement can have run. */
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|trying to connect|53300|57P03/;

/** Whether a lost statement may have been committed. */
function mayHaveCommitted({ cause }: DatabaseUnavailable): boolean {
  if (!(cause instanceof Error)) return true;
  const code = 'code' in cause ? String(cause.code) : '';
  return !NEVER_CONNECTED.test(`${code} ${cause.message}`);
}

/** Releases the reservation if it was committed; returns whether it was. */
async function release(service: SendService, item: ReserveItem, order: SendOrder): Promise<boolean> {
  if (item.schedule) {
    const messageId = await findLostSchedule(service.rawDatabase, item, item.schedule.sendAt);
    if (messageId !== null) await cancelScheduled(service, item.tenantId, messageId);
    return messageId !== null;
  }
  const lost = await findLostReservation(service.rawDatabase, item);
  if (lost) await releaseReservation(service, order, lost);
  return lost !== null;
}

/**
 * The connection broke during a reservation, and the answer said that nothing was charged. So a reservation that
 * was committed after all is released; the provider was never called. If this process dies too, the sweeper releases
 * it (docs/reference/errors.md#provider-errors). Never rejects.
 */
export async function releaseLostReservation(
  service: SendService,
  item: ReserveItem,
  order: SendOrder,
  loss: DatabaseUnavailable,
): Promise<void> {
  if (!mayHaveCommitted(loss)) return;
  // A repeat under its Idempotency-Key is answered 202 from then on: what that promises must stay.
  if (item.schedule && item.idempotency) return;
  await lookAgain(
    () => release(service, item, order),
    (error) =>
      service.logger.debug(
        'reservation.lookup-failed',
        { err: error },
        'A lost reservation could not be looked up yet.',
      ),
  );
}
