import { execFile } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type KeyStore, withTransactions } from './key-transactions.ts';

const run = promisify(execFile);

interface Kept {
  session: Uint8Array;
}

function makeStore(first: Record<string, Uint8Array> = {}) {
  const rows = new Map(Object.entries(first));
  const writes: Parameters<KeyStore<Kept>['set']>[0][] = [];
  let reads = 0;
  let isAway = false;
  const store: KeyStore<Kept> = {
    async get(_type, ids) {
      reads++;
      await turn();
      return Object.fromEntries([...rows].filter(([id]) => ids.includes(id)));
    },
    async set(data) {
      await turn();
      if (isAway) throw new Error('the store is away');
      writes.push(data);
      for (const [id, value] of Object.entries(data.session ?? {}))
        if (value) rows.set(id, value);
        else rows.delete(id);
    },
  };
  return {
    keys: withTransactions(store),
    rows,
    writes,
    reads: () => reads,
    goAway: () => {
      isAway = true;
    },
  };
}

const bytes = (...given: number[]): Uint8Array => Uint8Array.from(given);

test('a transaction reads its own writes, and stores them together at its end', async () => {
  const { keys, writes, reads } = makeStore({ ann: bytes(1) });
  await keys.transaction(async () => {
    expect(keys.isInTransaction()).toBe(true);
    expect(await keys.get('session', ['ann'])).toEqual({ ann: bytes(1) });
    await keys.set({ session: { ann: bytes(2), bob: bytes(3) } });
    await keys.set({ session: { bob: null } });
    expect(await keys.get('session', ['ann', 'bob'])).toEqual({ ann: bytes(2) });
    expect(writes).toEqual([]);
  }, 'me');
  expect(reads()).toBe(1);
  expect(writes).toEqual([{ session: { ann: bytes(2), bob: null } }]);
  expect(keys.isInTransaction()).toBe(false);
});

test('a write during the read of an older value is not lost', async () => {
  const { keys, rows } = makeStore({ ann: bytes(1) });
  await keys.transaction(async () => {
    const reading = keys.get('session', ['ann']);
    await keys.set({ session: { ann: bytes(2) } });
    expect(await reading).toEqual({ ann: bytes(2) });
  }, 'me');
  expect(rows.get('ann')).toEqual(bytes(2));
});

test('a failing transaction writes nothing, and the next one of its key runs', async () => {
  const { keys, writes } = makeStore();
  const failing = keys.transaction(async () => {
    await keys.set({ session: { ann: bytes(1) } });
    throw new Error('no');
  }, 'me');
  const next = keys.transaction(() => Promise.resolve('done'), 'me');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(writes).toEqual([]);
});

test('an unavailable store fails the transaction and the write without one, and the next one calls it again', async () => {
  const { keys, goAway } = makeStore();
  goAway();
  const write = () => keys.set({ session: { ann: bytes(1) } });
  await expect(keys.transaction(async () => write(), 'me')).rejects.toThrow('away');
  await expect(write()).rejects.toThrow('away');
  await expect(write()).rejects.toThrow('away');
});

test('transactions of one key run one after the other, and a nested transaction is part of the outer one', async () => {
  const { keys, writes } = makeStore();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await turn();
    await keys.transaction(() => Promise.resolve(keys.set({ session: { [name]: bytes(1) } })), 'me');
    order.push(`${name} ends`);
  };
  await Promise.all([keys.transaction(work('a'), 'me'), keys.transaction(work('b'), 'me')]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(writes).toHaveLength(2);
});

test('nested transactions of two devices each read and write their own store', async () => {
  const one = makeStore({ ann: bytes(1) });
  const other = makeStore({ ann: bytes(7) });
  await one.keys.transaction(async () => {
    await other.keys.transaction(async () => {
      expect(await one.keys.get('session', ['ann'])).toEqual({ ann: bytes(1) });
      expect(await other.keys.get('session', ['ann'])).toEqual({ ann: bytes(7) });
      await one.keys.set({ session: { ann: bytes(2) } });
      await other.keys.set({ session: { ann: bytes(8) } });
    }, 'me');
    expect(other.rows.get('ann')).toEqual(bytes(8));
    expect(one.rows.get('ann')).toEqual(bytes(1));
  }, 'me');
  expect(one.rows.get('ann')).toEqual(bytes(2));
});

test('work that continues after its transaction writes directly to the store', async () => {
  const { keys, rows } = makeStore();
  let late: Promise<void> | undefined;
  await keys.transaction(async () => {
    late = turn()
      .then(() => turn())
      .then(async () => keys.set({ session: { ann: bytes(9) } }));
  }, 'me');
  await late;
  expect(rows.get('ann')).toEqual(bytes(9));
});

test('between transactions no promise of the process is slowed down, regardless of the number of devices', async () => {
  // In a separate process: others may have an active AsyncLocalStorage in this one.
  const program = fileURLToPath(new URL('../../test/promise-marks.ts', import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--conditions=source', program]);
  expect(JSON.parse(stdout)).toEqual({ within: true, after: false });
});
