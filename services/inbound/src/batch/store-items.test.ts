import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeCipher } from '@parley/database/encryption';
import { DatabaseUnavailable } from '@parley/database/sql';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseEnvironment } from '@parley/runtime/environment';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { type InboundParts, openInboundService } from '../service.ts';
import { storeBatch } from './store-batch.steps.ts';
import { storeItems } from './store-items.steps.ts';

const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
const withState = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });
const strange = (raw: string): InboundItem => ({ kind: 'unknown', channel: 'wa', reason: 'strange', raw });

/** A store with a real database whose first transactions fail with the given errors. */
async function openStore(failures: Error[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const reported: string[] = [];
  const logger = silentLogger;
  const { db } = database;
  const parts: InboundParts = {
    environment: parseEnvironment({ PARLEY_PUBLIC_URL: 'https://parley.example' }),
    database: {
      ...db,
      transaction(work) {
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : db.transaction(work);
      },
    },
    cipher,
    bus: makeBusClient(makeInProcessCarrier(), { logger }),
    logger: { ...logger, error: (_event, { reason }: { reason?: string }) => reported.push(String(reason)) },
    metrics: new Registry(),
  };
  const service = openInboundService(parts, storeBatch);
  const store = (items: readonly InboundItem[]): Promise<void> => storeItems(service, items);
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
  // Together, alone, and without the updates that waited for it.
  const { store, kept, reported } = await openStore([refused, refused, refused]);
  await store([strange('bad'), strange('good')]);
  expect((await kept()).map(({ reason }) => reason)).toEqual(['could not be stored', 'strange']);
  expect(reported).toEqual(['refused by the database (22P05)']);
});
