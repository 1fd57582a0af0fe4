import { at } from '@parley/common/at';
import { currentTrace, tracedFrom } from '@parley/runtime/tracing/tracing';
import { isLoopBusy } from '@parley/runtime/turns/busy-loop';
import { isDatabaseUnavailable } from '../sql.ts';

/** Runs single items as batches. */
export interface Batcher<Item, Result> {
  /** Resolves with the item's own result, or rejects with its own error. */
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

export interface BatchOptions<Item, Result> {
  /**
   * Returns one result per item, in order; with another number every item fails, and none is run again, because it is
   * unknown which item each result belongs to. When it throws, the items are run one by one, so that a bad item fails
   * alone, unless the database is unavailable.
   */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  maxItems: number;
  /** Maximum number of concurrent batches. */
  maxConcurrent: number;
  /**
   * Maximum time in ms that the first item of a batch waits for others, when `waitsFor` are expected within that time;
   * a batch of eight runs when none has arrived for a fifth of it. Default 5; 0: never waits.
   */
  gatherMs?: number;
  /** The number of items that must be expected, by the recent rate, for the first to wait for them. Default 1. */
  waitsFor?: number;
  /**
   * Whether waiting pays now. By default only while the event loop is busy: below that a batch that starts at once
   * answers sooner, and the processor has the time for more transactions.
   */
  mayWait?: () => boolean;
  /** With this many items a batch stops waiting. Default `maxItems`. */
  gatherItems?: number;
}

/** Measured on sends and provider webhooks: a third less of the database's time at saturation, and the same throughput. */
const GATHER_MS = 5;
/** When callers wait for their results, the next item may only come after those. */
const WORTH_GOING = 8;
const POLLS_A_GATHERING = 5;
/** The rate of items is measured over this multiple of `gatherMs`. */
const MEMORY = 4;

interface Waiting<Item, Result> {
  item: Item;
  /** The span that waits for it, if it is traced. */
  span: string | null;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns with each item how many are expected within `gatherMs`, by a count of earlier items that decays with their
 * age.
 */
function makeExpectedItems(gatherMs: number): () => number {
  let cameMs = 0;
  let recent = 0;
  return () => {
    const nowMs = performance.now();
    recent = recent * Math.exp((cameMs - nowMs) / (MEMORY * gatherMs)) + 1;
    cameMs = nowMs;
    return recent / MEMORY;
  };
}

/**
 * Natural batching: items that arrive while batches run form the next batch; under load a batch also waits a moment for
 * more of them (`gatherMs`). A transaction costs the database little more for ten items than for one.
 */
export function makeBatcher<Item, Result>(options: BatchOptions<Item, Result>): Batcher<Item, Result> {
  const { gatherMs = GATHER_MS, gatherItems = options.maxItems, waitsFor = 1, mayWait = isLoopBusy } = options;
  const expectedItems = makeExpectedItems(gatherMs);
  /** Set while the next batch waits for more items. */
  let gathering: NodeJS.Timeout | undefined;
  const waiting: Waiting<Item, Result>[] = [];
  const idleWaiters: (() => void)[] = [];
  let running = 0;

  /** In the span of the first traced item, with links to the others. */
  function run(batch: readonly Waiting<Item, Result>[]): Promise<readonly Result[]> {
    return tracedFrom(
      () => ({
        name: 'batch',
        kind: 'internal',
        attributes: { 'messaging.batch.message_count': batch.length },
        spans: batch.flatMap(({ span }) => span ?? []),
      }),
      () => options.run(batch.map(({ item }) => item)),
    );
  }

  /** Gives each item its result. */
  function settle(batch: readonly Waiting<Item, Result>[], results: readonly Result[]): void {
    const isComplete = results.length === batch.length;
    for (const [index, entry] of batch.entries())
      if (isComplete) entry.resolve(at(results, index));
      else entry.reject(new Error(`A batch of ${batch.length} items has ${results.length} results.`));
  }

  async function runOne(entry: Waiting<Item, Result>): Promise<void> {
    try {
      settle([entry], await run([entry]));
    } catch (error) {
      entry.reject(error);
    }
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    const [only] = batch;
    if (only && batch.length === 1) return runOne(only);
    try {
      settle(batch, await run(batch));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) for (const entry of batch) await runOne(entry);
      else for (const entry of batch) entry.reject(error);
    }
  }

  function gather(untilMs: number): void {
    const seen = waiting.length;
    gathering = setTimeout(() => {
      const hasStopped = waiting.length === seen && seen >= WORTH_GOING;
      if (hasStopped || performance.now() >= untilMs) pump();
      else gather(untilMs);
    }, gatherMs / POLLS_A_GATHERING);
  }

  function pump(): void {
    clearTimeout(gathering);
    gathering = undefined;
    while (running < options.maxConcurrent && waiting.length > 0) {
      running++;
      void runBatch(waiting.splice(0, options.maxItems)).finally(() => {
        running--;
        if (gathering === undefined) pump();
      });
    }
    if (running === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, span: currentTrace(), resolve, reject });
        const waits = expectedItems() >= waitsFor && gatherMs > 0 && mayWait();
        if (waiting.length === gatherItems) pump();
        else if (waiting.length === 1 && waits) gather(performance.now() + gatherMs);
        // Items that arrive in the same turn of the event loop form one batch.
        else if (waiting.length === 1) setImmediate(pump);
      }),
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        pump();
      }),
  };
}
