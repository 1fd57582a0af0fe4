import { type Batcher, makeBatcher } from '@parley/database/natural-batch';
import type { Sql } from '@parley/database/sql';
import type { Completion } from '../domain/delivery.ts';
import { completeDeliveries } from './completion-store.ts';

const MOST_AT_ONCE = 256;
/**
 * No caller waits for a completion, so a batch may wait for more: the number of deliveries that a kill repeats stays below a
 * lane's limit (MOST_UNSTORED). Measured: docs/adr/0005-decide-in-typescript.md, "Fuller batches".
 */
const GATHER = { gatherMs: 250, gatherItems: 32 };

/** Stores the outcomes of attempts in batches; false where another worker has the lane. */
export interface CompletionBatchers {
  unordered: Batcher<Completion, boolean>;
  /** The next delivery of the conversation waits for these. */
  ordered: Batcher<Completion, boolean>;
}

export function makeCompletionBatchers(sql: Sql): CompletionBatchers {
  const options = {
    run: (completions: readonly Completion[]) => completeDeliveries(sql, completions),
    maxItems: MOST_AT_ONCE,
    maxConcurrent: 1,
  };
  return { unordered: makeBatcher({ ...options, ...GATHER }), ordered: makeBatcher(options) };
}
