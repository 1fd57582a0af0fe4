import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseUnavailable } from '@parley/database/sql';
import type { Reserved, ReserveItem } from '../domain/reservation.ts';
import type { SendOrder } from '../domain/send-order.ts';
import type { SettleOutcome } from './settle-outcome.ts';

export interface ReleaseLostDeps {
  find(item: ReserveItem): Promise<Pick<Reserved, 'messageId' | 'conversationId'> | null>;
  release: SettleOutcome['release'];
  report(error: unknown): void;
  /** When to check, in ms after the loss: the statement may commit until its own timeout. */
  looksMs?: readonly number[];
}

/** The connection failed: no statement can have run. */
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|trying to connect|53300|57P03/;

/** Whether a lost statement may have been committed. */
export function mayHaveCommitted({ cause }: DatabaseUnavailable): boolean {
  if (!(cause instanceof Error)) return true;
  const code = 'code' in cause ? String(cause.code) : '';
  return !NEVER_CONNECTED.test(`${code} ${cause.message}`);
}

const LOOKS_MS = [500, 2000, 5000, 17_000, 30_000];

/**
 * The connection broke during a reservation, and the answer said that nothing was charged. So a reservation that
 * was committed after all is released; the provider was never called. If this process dies too, the sweeper releases
 * it (docs/reference/errors.md#provider-errors).
 */
export function makeReleaseLostReservation({ find, release, report, looksMs = LOOKS_MS }: ReleaseLostDeps) {
  return async (item: ReserveItem, order: SendOrder): Promise<void> => {
    let passedMs = 0;
    for (const lookMs of looksMs) {
      await pause(lookMs - passedMs, undefined, { ref: false });
      passedMs = lookMs;
      try {
        const lost = await find(item);
        if (lost) return await release(order, lost);
      } catch (error) {
        report(error);
      }
    }
  };
}
