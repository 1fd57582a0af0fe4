import { AppError } from '@parley/common/errors';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { LateFailure } from '@parley/messaging/settle-late';

/** Abandoned sends and expired keys; `limit` is the size of a batch. */
export interface InterruptedSends {
  /** When the first running send, or one with an unknown outcome, must be settled; null when there is none. */
  findSettleBy(): Promise<Date | null>;
  /** Marks running sends as unknown; returns how many. */
  markInterrupted(now: Date, graceMs: number, limit: number): Promise<number>;
  /** Ids of sends with an unknown outcome that can no longer be confirmed. */
  findExpired(now: Date, confirmMs: number, limit: number): Promise<string[]>;
  /**
   * One transaction that locks one message and one tenant, so that it cannot deadlock with a batch of sends. Returns
   * the keys to wake.
   */
  fail(late: LateFailure): Promise<string[]>;
  /** Deletes Idempotency-Keys older than 24 h; returns how many. */
  dropOldKeys(now: Date, limit: number): Promise<number>;
}

export interface SweepDeps {
  sends: InterruptedSends;
  now(): Date;
  /** How long a send with an unknown outcome waits for the receipt (wa) or echo (fb, ig, tt) that confirms it. */
  confirmMs: number;
  /** How long a live process without the database has to store an outcome. */
  graceMs: number;
  wake(instanceIds: string[]): void;
}

const BATCH = 200;
/** Maximum batches of one sweep: the rest waits for the next one. */
const MAX_BATCHES = 20;
const KEY_BATCH = 5000;
/** Expired keys have no effect, so their rows may stay this much longer. */
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

/** Deletes expired keys in every run while there are some, otherwise at longer intervals. */
function makeDropOldKeys(sends: InterruptedSends) {
  let noneAtMs = Number.NEGATIVE_INFINITY;
  return async (at: Date): Promise<void> => {
    if (at.getTime() - noneAtMs < KEYS_EVERY_MS) return;
    const dropped = await inBatches(KEY_BATCH, () => sends.dropOldKeys(at, KEY_BATCH));
    if (dropped === 0) noneAtMs = at.getTime();
  };
}

/**
 * Ends sends whose process died, or whose provider never answered: first they become unknown (a receipt or an echo may
 * still confirm them), then failed, with a refund and message.status. Safe with replicas: skips a send that another
 * one has ended.
 */
export function makeSweepInterruptedSends({ sends, now, confirmMs, graceMs, wake }: SweepDeps) {
  const error = {
    code: 'provider_timeout',
    message: 'The provider never reported the outcome of this message.',
    provider_code: null,
  };
  const answer: StoredAnswer = {
    ok: false,
    error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: {} },
  };

  const dropOldKeys = makeDropOldKeys(sends);

  async function endInterrupted(at: Date): Promise<{ interrupted: number; ended: number }> {
    const settleBy = await sends.findSettleBy();
    if (settleBy === null || settleBy > at) return { interrupted: 0, ended: 0 };
    const interrupted = await inBatches(BATCH, () => sends.markInterrupted(at, graceMs, BATCH));
    const ended = await inBatches(BATCH, async () => {
      const expired = await sends.findExpired(at, confirmMs, BATCH);
      for (const messageId of expired)
        wake(await sends.fail({ messageId, providerMessageId: null, at, error, answer }));
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
