import type { SendService } from '../service.ts';
import { dropOldIdempotencyKeys } from './interrupted.store.ts';
import { runInBatches } from './run-in-batches.steps.ts';

const BATCH = 5000;

/** Deletes Idempotency-Keys older than 24 h; returns how many. */
export const dropOldKeys = ({ rawDatabase, now }: Pick<SendService, 'rawDatabase' | 'now'>): Promise<number> =>
  runInBatches(BATCH, () => dropOldIdempotencyKeys(rawDatabase, now(), BATCH));
