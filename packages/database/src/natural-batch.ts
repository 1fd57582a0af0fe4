/** Runs single items as batches. */
export interface Batcher<Item, Result> {
  /** Resolves with the item's own result, or rejects with its own error. */
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

export interface BatchOptions<Item, Result> {
  /** One result per item, in order. When it throws, the items are run one by one, so that a bad one hurts no neighbour. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  maxItems: number;
  /** Batches under way at once. */
  maxConcurrent: number;
  /** Whether a failed batch is worth running item by item; a lost database, for one, is not. */
  splitOn(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: an item that finds the database idle goes at once and alone; what arrives while batches are
 * under way goes together in the next one. Latency is not traded for throughput: nothing waits on a timer.
 */
export function makeBatcher<Item, Result>(options: BatchOptions<Item, Result>): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  const idleWaiters: (() => void)[] = [];
  let running = 0;

  async function runOne(entry: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await options.run([entry.item]);
      // safe: run answers one result per item
      entry.resolve(result as Result);
    } catch (error) {
      entry.reject(error);
    }
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    const [only] = batch;
    if (only && batch.length === 1) return runOne(only);
    try {
      const results = await options.run(batch.map(({ item }) => item));
      // safe: run answers one result per item, in order
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result);
    } catch (error) {
      if (options.splitOn(error)) for (const entry of batch) await runOne(entry);
      else for (const entry of batch) entry.reject(error);
    }
  }

  function pump(): void {
    while (running < options.maxConcurrent && waiting.length > 0) {
      running++;
      void runBatch(waiting.splice(0, options.maxItems)).finally(() => {
        running--;
        pump();
      });
    }
    if (running === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Everything that arrives in this turn of the event loop goes together.
        if (waiting.length === 1) queueMicrotask(pump);
      }),
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        pump();
      }),
  };
}
