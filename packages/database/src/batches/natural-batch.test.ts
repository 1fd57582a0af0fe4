import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../sql.ts';
import { type BatchOptions, makeBatcher } from './natural-batch.ts';

/** A run that the test can block, and that records its batches. */
function heldRun() {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  let running = 0;
  let mostRunning = 0;
  return {
    batches,
    mostRunning: () => mostRunning,
    release: () => releases.shift()?.(),
    run: async (items: readonly number[]): Promise<string[]> => {
      batches.push([...items]);
      running++;
      mostRunning = Math.max(mostRunning, running);
      await new Promise<void>((resolve) => releases.push(resolve));
      running--;
      return items.map((item) => `done ${item}`);
    },
  };
}

const options = <T>(run: BatchOptions<number, T>['run'], given: Partial<BatchOptions<number, T>> = {}) => ({
  run,
  maxItems: 3,
  maxConcurrent: 1,
  gatherMs: 0,
  // Once the second item follows the first closely, more items are expected.
  waitsFor: 0.4,
  mayWait: () => true,
  ...given,
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('an item runs at once and alone when nothing is running; items that arrive while it runs are run together', async () => {
  const held = heldRun();
  const batcher = makeBatcher(options(held.run));
  const first = batcher.submit(1);
  await turn();
  expect(held.batches).toEqual([[1]]);
  const rest = [2, 3, 4, 5].map((item) => batcher.submit(item));
  await turn();
  expect(held.batches).toEqual([[1]]);
  held.release();
  expect(await first).toBe('done 1');
  await turn();
  expect(held.batches).toEqual([[1], [2, 3, 4]]);
  held.release();
  await turn();
  held.release();
  expect(await Promise.all(rest)).toEqual(['done 2', 'done 3', 'done 4', 'done 5']);
  expect(held.batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('items of one turn of the event loop run together', async () => {
  const batches: number[][] = [];
  const batcher = makeBatcher(
    options(async (items) => {
      batches.push([...items]);
      return items;
    }),
  );
  await Promise.all([1, 2].map((item) => batcher.submit(item)));
  expect(batches).toEqual([[1, 2]]);
});

test('never more batches run at once than allowed', async () => {
  const held = heldRun();
  const batcher = makeBatcher(options(held.run, { maxItems: 1, maxConcurrent: 2 }));
  const all = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.submit(item)));
  let over = false;
  void all.then(() => {
    over = true;
  });
  while (!over) {
    held.release();
    await turn();
  }
  expect(held.mostRunning()).toBe(2);
});

test('a bad item does not affect others: the batch is run item by item, each with its own outcome', async () => {
  const batcher = makeBatcher(
    options(async (items) => {
      if (items.includes(2)) throw new Error('two is bad');
      return items;
    }),
  );
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('two is bad') },
    { status: 'fulfilled', value: 3 },
  ]);
});

test('an error that no item causes rejects all of them, without a second attempt', async () => {
  let runs = 0;
  const away = new DatabaseUnavailable(new Error('away'));
  const batcher = makeBatcher(
    options(async () => {
      runs++;
      throw away;
    }),
  );
  const outcomes = await Promise.allSettled([1, 2].map((item) => batcher.submit(item)));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([away, away]);
  expect(runs).toBe(1);
});

test('idle waits for running and waiting items', async () => {
  const held = heldRun();
  const batcher = makeBatcher(options(held.run));
  await batcher.idle();
  const done: string[] = [];
  for (const item of [1, 2]) void batcher.submit(item).then((result) => done.push(result));
  const idle = batcher.idle().then(() => done.push('idle'));
  await turn();
  void batcher.submit(3).then((result) => done.push(result));
  held.release();
  await turn();
  held.release();
  await idle;
  expect(done).toEqual(['done 1', 'done 2', 'done 3', 'idle']);
});

/** Submits items one after the other, a few turns of the event loop apart. */
async function submitOften(batcher: { submit(item: number): Promise<unknown> }, count: number): Promise<void> {
  const submitted: Promise<unknown>[] = [];
  for (let item = 1; item <= count; item++) {
    submitted.push(batcher.submit(item));
    await turn();
  }
  await Promise.all(submitted);
}

test('when items arrive often, a batch waits for more of them; a single item runs at once', async () => {
  const batches: number[][] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  const patient = makeBatcher(options(run, { maxItems: 100, gatherMs: 60_000 }));
  const first = patient.submit(0);
  await first;
  expect(batches).toEqual([[0]]);
  // The second item follows the first closely: from now on more are expected.
  const rest = [1, 2, 3].map((item) => patient.submit(item));
  await turn();
  expect(batches).toEqual([[0]]);
  await patient.idle();
  await Promise.all(rest);
  expect(batches).toEqual([[0], [1, 2, 3]]);
});

test('while waiting does not pay, items that arrive often run at once', async () => {
  const batches: number[][] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  let isBusy = false;
  const batcher = makeBatcher(options(run, { maxItems: 100, gatherMs: 60_000, mayWait: () => isBusy }));
  await submitOften(batcher, 3);
  expect(batches).toEqual([[1], [2], [3]]);
  isBusy = true;
  const waiting = batcher.submit(4);
  await turn();
  expect(batches).toHaveLength(3);
  await batcher.idle();
  await waiting;
});

test('a full batch does not wait', async () => {
  const batches: number[][] = [];
  const patient = makeBatcher(
    options(
      async (items: readonly number[]) => {
        batches.push([...items]);
        return items;
      },
      { gatherMs: 60_000 },
    ),
  );
  await patient.submit(0);
  await submitOften(patient, 6);
  expect(batches).toEqual([[0], [1, 2, 3], [4, 5, 6]]);
});

test('a batch that has gathered enough runs as soon as possible, with the items so far', async () => {
  const held = heldRun();
  const patient = makeBatcher(options(held.run, { maxItems: 100, gatherMs: 60_000, gatherItems: 2 }));
  const all = [patient.submit(0)];
  await turn();
  all.push(patient.submit(1), patient.submit(2), patient.submit(3));
  await turn();
  expect(held.batches).toEqual([[0]]);
  held.release();
  await turn();
  expect(held.batches).toEqual([[0], [1, 2, 3]]);
  held.release();
  await Promise.all(all);
});

test.each([
  ['eight go once none has come for a fifth of the wait', 8, 2],
  ['fewer wait for others', 7, 5],
])('%s', async (_, count, fifths) => {
  const [batches, gatherMs]: [number[][], number] = [[], 1000];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const patient = makeBatcher(options(run, { maxItems: 100, gatherMs }));
  await patient.submit(0);
  const rest = Array.from({ length: count }, (_, at) => patient.submit(at + 1));
  await vi.advanceTimersByTimeAsync((gatherMs / 5) * (fifths - 1) - 1);
  expect(batches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(gatherMs / 5 + 1);
  expect(batches.map(({ length }) => length)).toEqual([1, count]);
  await Promise.all(rest);
});

test.each([
  ['items that come too seldom to be worth it do not wait', 1000, 1],
  ['those that come often enough do', 100, 10],
])('%s', async (_, everyMs, together) => {
  const batches: number[][] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const patient = makeBatcher(options(run, { maxItems: 100, gatherMs: 1000, waitsFor: 8 }));
  for (let item = 0; item < 100; item++) {
    void patient.submit(item);
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  expect(batches.slice(0, 10).every(({ length }) => length === 1)).toBe(true);
  expect(batches.at(-1)?.length).toBe(together);
});

test('a batch that waits for more runs after its time limit', async () => {
  const patient = makeBatcher(options(async (items: readonly number[]) => items, { maxItems: 100, gatherMs: 20 }));
  await submitOften(patient, 10);
});

test('a gathering batch keeps waiting when an earlier batch ends', async () => {
  const held = heldRun();
  const patient = makeBatcher(options(held.run, { maxItems: 100, gatherMs: 60_000 }));
  const first = patient.submit(1);
  await turn();
  const second = patient.submit(2);
  held.release();
  await first;
  await turn();
  const third = patient.submit(3);
  await turn();
  expect(held.batches).toEqual([[1]]);
  const idle = patient.idle();
  await turn();
  expect(held.batches).toEqual([[1], [2, 3]]);
  held.release();
  await Promise.all([second, third, idle]);
});

test.each([
  ['too few', 2],
  ['too many', 4],
])(
  'a batch with %s results fails every item, and runs none again: no item gets the result of another',
  async (_, count) => {
    let runs = 0;
    const run = async (items: readonly number[]): Promise<string[]> => {
      runs++;
      return Array.from({ length: count }, (_, index) => `done ${items[index]}`);
    };
    const batcher = makeBatcher(options(run));
    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
    const failed = { status: 'rejected', reason: { message: `A batch of 3 items has ${count} results.` } };
    expect(results).toMatchObject([failed, failed, failed]);
    expect(runs).toBe(1);
  },
);

test('an item that runs alone without a result fails', async () => {
  const batcher = makeBatcher(options(async (): Promise<string[]> => []));
  await expect(batcher.submit(1)).rejects.toThrow('A batch of 1 items has 0 results.');
});
