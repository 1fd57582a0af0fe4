import { AppError } from '@parley/common/errors';
import type { Database } from '@parley/database/connect-database';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import { failOpenSend } from '@parley/messaging/settle-late';
import {
  dropOldIdempotencyKeys,
  findExpiredUnknownSends,
  findSettleBy,
  markInterrupted,
} from '../storage/interrupted-store.ts';

export interface SweepDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): Date;
  /** How long a send of unknown outcome waits for a receipt (wa) or an echo (fb, ig, tt) that confirms it. */
  confirmMs: number;
  /** How long a live process that could not reach the database has to store what it knows. */
  graceMs: number;
  wake(instanceIds: string[]): void;
}

const BATCH = 200;
/** Batches in one sweep: what is left waits for the next one. */
const MAX_BATCHES = 20;
const KEY_BATCH = 5000;
/** Keys that are too old count no more; their rows may lie this much longer. */
const KEYS_EVERY_MS = 60_000;

async function inBatches(limit: number, runBatch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await runBatch();
    all += count;
    if (count < limit) break;
  }
  return all;
}

/** Removes keys that are too old, each time while there are some, and looks for others at longer intervals. */
function makeDropOldKeys(database: SweepDeps['database']) {
  let noneAtMs = Number.NEGATIVE_INFINITY;
  return async (at: Date): Promise<void> => {
    if (at.getTime() - noneAtMs < KEYS_EVERY_MS) return;
    const dropped = await inBatches(KEY_BATCH, () => dropOldIdempotencyKeys(database, at, KEY_BATCH));
    if (dropped === 0) noneAtMs = at.getTime();
  };
}

/**
 * Ends sends whose process died, or whose provider never answered: first they are unknown (a receipt or an echo may
 * still confirm them), then failed, with the credit given back and message.status fired. Safe over replicas: what another
 * one ends first is left alone.
 */
export function makeSweepInterruptedSends({ database, now, confirmMs, graceMs, wake }: SweepDeps) {
  const error = {
    code: 'provider_timeout',
    message: 'The provider never told what became of this message.',
    provider_code: null,
  };
  const answer: StoredAnswer = {
    ok: false,
    error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: {} },
  };

  /** One transaction each: it locks one message and one tenant, so it cannot get in the way of a batch of sends. */
  async function endSend(messageId: string, at: Date): Promise<void> {
    const late = { messageId, providerMessageId: null, at, error, answer };
    wake(await database.transaction((sql) => failOpenSend(sql, late)));
  }

  const dropOldKeys = makeDropOldKeys(database);

  async function endInterrupted(at: Date): Promise<{ interrupted: number; ended: number }> {
    const settleBy = await findSettleBy(database);
    if (settleBy === null || settleBy > at) return { interrupted: 0, ended: 0 };
    const interrupted = await inBatches(BATCH, () => markInterrupted(database, at, graceMs, BATCH));
    const ended = await inBatches(BATCH, async () => {
      const expired = await findExpiredUnknownSends(database, at, confirmMs, BATCH);
      for (const messageId of expired) await endSend(messageId, at);
      return expired.length;
    });
    return { interrupted, ended };
  }

  return async (): Promise<{ interrupted: number; ended: number }> => {
    const at = now();
    const result = await endInterrupted(at);
    await dropOldKeys(at);
    return result;
  };
}
