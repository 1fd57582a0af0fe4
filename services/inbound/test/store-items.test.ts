import { randomBytes } from 'node:crypto';
import { makeCipher } from '@parley/database/encryption';
import { DatabaseUnavailable } from '@parley/database/sql';
import type { InboundItem } from '@parley/providers/inbound-item';
import { createTestDatabase } from '@parley/testing/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { makeApplyTransaction } from '../src/storage/apply-transaction.ts';
import { makeSetAsideStore } from '../src/storage/set-aside-store.ts';
import { makeSetAside } from '../src/use-cases/set-aside.ts';
import { makeStoreItems } from '../src/use-cases/store-items.ts';

const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
const withState = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });
const strange = (raw: string): InboundItem => ({ kind: 'unknown', channel: 'wa', reason: 'strange', raw });

/** A store with a real database whose first transactions fail with the given errors. */
async function openStore(failures: Error[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const reported: string[] = [];
  const { inTransaction } = makeApplyTransaction(database.db);
  const { store } = makeStoreItems({
    inTransaction(work) {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : inTransaction(work);
    },
    now: () => new Date(),
    mediaAddressOf: (id) => id,
    wake: () => {},
    tellChanged: () => {},
    count: () => {},
    pauseForSkippedStep: async () => {},
    setAside: makeSetAside({
      open: (sql = database.db) => makeSetAsideStore(sql, cipher),
      report: (_kind, reason) => reported.push(reason),
    }),
  });
  const kept = async () =>
    (
      await database.db.query<{ reason: string; payload: unknown }>({
        text: 'SELECT reason, payload FROM unknown_provider_events ORDER BY id',
      })
    ).rows;
  return { store, kept, reported };
}

test('a transaction that is a deadlock victim is retried', async () => {
  const { store, kept, reported } = await openStore([withState('40P01'), withState('40001')]);
  await store([strange('a')]);
  expect(await kept()).toEqual([{ reason: 'strange', payload: 'a' }]);
  expect(reported).toEqual([]);
});

test('a database that is overloaded, full or down makes the provider repeat, and keeps nothing as unknown', async () => {
  for (const error of [withState('57014'), withState('53100'), new DatabaseUnavailable(new Error('ECONNRESET'))]) {
    const { store, kept } = await openStore([error]);
    await expect(store([strange('a')])).rejects.toMatchObject({
      code: 'service_unavailable',
      extras: { retry_after: 1 },
    });
    expect(await kept()).toEqual([]);
  }
});

test('repeated deadlocks are treated as a failure of the database, not of the element', async () => {
  const { store, kept } = await openStore(Array.from({ length: 50 }, () => withState('40P01')));
  await expect(store([strange('a')])).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await kept()).toEqual([]);
});

test('an element that the database refuses is kept and its cause logged, and the others are stored', async () => {
  const refused = withState('22P05');
  const { store, kept, reported } = await openStore([refused, refused]);
  await store([strange('bad'), strange('good')]);
  expect((await kept()).map(({ reason }) => reason)).toEqual(['could not be stored', 'strange']);
  expect(reported).toEqual(['refused by the database (22P05)']);
});
