/** Runs single items as batches. */
export interface Batcher<Item, Result> {
  /** Resolves with the item's own result, or rejects with its own error. */
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

export interface BatchOptions<Item, Result> {
  /** Returns one result per item, in order. When it throws, the items are run one by one, so that a bad item fails alone. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  maxItems: number;
  /** How many batches may run at once. */
  maxConcurrent: number;
  /** Whether a failed batch is run again item by item; after a lost connection it is not. */
  splitOn(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: an item runs at once and alone when nothing is running; items that arrive while batches run form the next
 * batch. No item waits on a timer, so batching adds no latency.
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
        // Items that arrive in the same turn of the event loop form one batch.
        if (waiting.length === 1) queueMicrotask(pump);
      }),
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        pump();
      }),
  };
}
