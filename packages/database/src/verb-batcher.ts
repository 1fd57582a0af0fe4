import { type Batcher, type BatchOptions, makeBatcher } from './natural-batch.ts';

/** Runs single items as batches, each with one call of a verb. */
export interface VerbBatcher<Item, Result> {
  /**
   * Resolves with the item's own result. `verb` returns one result per item, in order; every call gives the same
   * service and verb.
   */
  submit<Service>(
    service: Service,
    item: Item,
    verb: (service: Service, items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/** A batcher that learns its verb from the first call, so that a service need not know its verbs. */
export function makeVerbBatcher<Item, Result>(
  options: Omit<BatchOptions<Item, Result>, 'run'>,
): VerbBatcher<Item, Result> {
  let batcher: Batcher<Item, Result> | undefined;
  return {
    submit(service, item, verb) {
      batcher ??= makeBatcher({ ...options, run: (items) => verb(service, items) });
      return batcher.submit(item);
    },
    async idle() {
      await batcher?.idle();
    },
  };
}
