import { makeVerbBatcher, type VerbBatcher } from '@parley/database/verb-batcher';
import type { Reserved, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import { SEND_BATCH } from '../domain/send-batch.ts';

/** Batches of reservations, each of which is one transaction. */
export interface ReservationBatchers {
  /** By a comparison with the stored facts; null where they leave something to decide. */
  plain: VerbBatcher<ReserveItem, Reserved | null>;
  decided: VerbBatcher<ReserveItem, ReserveResult>;
  /** Separate: their batches lock conversations before the others lock people. */
  ofBots: VerbBatcher<ReserveItem, ReserveResult>;
}

export const makeReservationBatchers = (): ReservationBatchers => ({
  plain: makeVerbBatcher(SEND_BATCH),
  decided: makeVerbBatcher(SEND_BATCH),
  ofBots: makeVerbBatcher(SEND_BATCH),
});
