import type { SendService } from '../service.ts';
import { dropOldIdempotencyKeys } from '../storage/interrupted-store.ts';
import { runInBatches } from './run-in-batches.ts';

const BATCH = 5000;
/** Expired keys have no effect, so their rows may stay this much longer. */
const EVERY_MS = 60_000;

/** Deletes Idempotency-Keys older than 24 h: in every run while there are some, otherwise at longer intervals. */
export function makeDropOldKeys({ rawDatabase, now }: SendService): () => Promise<void> {
  let noneAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    if (at.getTime() - noneAtMs < EVERY_MS) return;
    const dropped = await runInBatches(BATCH, () => dropOldIdempotencyKeys(rawDatabase, at, BATCH));
    if (dropped === 0) noneAtMs = at.getTime();
  };
}
