import { type Batcher, makeBatcher } from '@parley/database/natural-batch';
import { isDatabaseUnavailable } from '@parley/database/sql';

/** Runs single items as batches, each with one call of a verb. */
export interface SendBatcher<Item, Result> {
  /**
   * Resolves with the item's own result. `verb` returns one result per item, in order; every call gives the same
   * service and verb.
   */
  submit<Service>(
    service: Service,
    item: Item,
    verb: (service: Service, items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result>;
}

/**
 * Callers wait for their answers, so a batch waits only briefly, only while at least two more items are likely, and
 * only up to 16 items. Measured: at half of saturation the median latency falls from 15 to 11 ms. A batch that waits
 * for all callers makes them wait for each other at every step while the processor is idle: batches of 16 out of 32
 * callers give 20% more throughput.
 */
const GATHER = { gatherMs: 3, waitsFor: 2, gatherItems: 16 };
/** One batch at a time: measured faster than two or three, because waiting items share the next batch. */
const BATCH = {
  maxItems: 64,
  maxConcurrent: 1,
  ...GATHER,
  splitOn: (error: unknown) => !isDatabaseUnavailable(error),
};

export function makeSendBatcher<Item, Result>(): SendBatcher<Item, Result> {
  let batcher: Batcher<Item, Result> | undefined;
  return {
    submit(service, item, verb) {
      batcher ??= makeBatcher({ ...BATCH, run: (items) => verb(service, items) });
      return batcher.submit(item);
    },
  };
}
