import { eraseTenant } from '@parley/accounts/erasure/erase-tenant';
import { ERASURE_LEASE_MS } from '@parley/accounts/erasure/erasure.rules';
import { findErasure, insertErasure } from '@parley/accounts/erasure/erasure.store';
import { runErasures } from '@parley/accounts/erasure/run-erasures';
import { type AccountsService, openAccountsService } from '@parley/accounts/service';
import type { BusClient } from '@parley/bus/bus-client';
import { makeId } from '@parley/common/ids';
import type { PrismaClient } from '@parley/prisma/client';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenParley, openParley } from './open-parley.ts';
import { dumpRows, type Marked, seedPerson, seedTenant, untilIndexed } from './people-rows.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
/** Ahead of the clock of the service's own worker, for which these erasures are not due. */
let clockMs = Date.now() + YEAR_MS;

let parley: OpenParley;
let service: AccountsService;
beforeAll(async () => {
  parley = await openParley();
  service = openAccountsService({
    environment: { PARLEY_PORT: 8080, PARLEY_PUBLIC_URL: undefined },
    database: parley.database.db,
    cipher: parley.cipher,
    bus: parley.bus,
    logger: silentLogger,
    now: () => new Date(clockMs),
  });
});
afterAll(() => parley[Symbol.asyncDispose]());

/** Runs a worker whose process dies after its `lifetime`-th step was committed but not stored. */
function runMortalWorker(lifetime: number): Promise<boolean> {
  let steps = 0;
  const call: BusClient['call'] = async (contract, input, context) => {
    const result = await parley.bus.call(contract, input, context);
    steps++;
    if (steps >= lifetime) throw new Error('killed');
    return result;
  };
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    steps >= lifetime ? Promise.reject(new Error('dead')) : work();
  const { database } = service;
  const prisma = database.prisma.$extends({ query: { $allOperations: ({ args, query }) => alive(() => query(args)) } });
  return runErasures({
    ...service,
    bus: { ...parley.bus, call },
    database: {
      ...database,
      prisma: prisma as unknown as PrismaClient, // safe: the same operations, which fail once the worker is dead
      prismaTransaction: (work) => alive(() => database.prismaTransaction(work)),
    },
  });
}

/** Runs one worker after another, each killed at its second step, until the erasure is done; returns how many died. */
async function runThroughKills(id: string): Promise<number> {
  let died = 0;
  await pollUntil(
    async () => {
      // The next process waits until the dead one's lease has expired.
      clockMs += ERASURE_LEASE_MS + 120_000;
      await runMortalWorker(2).catch(() => {
        died++;
      });
      const erasure = await findErasure(parley.database.db.prisma, id);
      return erasure?.status === 'done' ? true : null;
    },
    { what: () => 'the erasure to be done through all the kills' },
  );
  return died;
}

const rowsOf = async ({ mark, number }: Marked) =>
  (await dumpRows(parley.database.db)).filter(({ row }) => row.includes(mark) || row.includes(number));

test('an erasure of a person whose workers are killed after every step leaves no data and changes no other person', async () => {
  const { db } = parley.database;
  const tenant = await seedTenant(db, parley.cipher, 'killed-person');
  const ida: Marked = { number: '491701111111', mark: 'QZIDA' };
  const jon: Marked = { number: '491702222222', mark: 'QZJON' };
  const contactId = await seedPerson(db, tenant, ida);
  await seedPerson(db, tenant, jon);
  await untilIndexed(db);
  const others = await rowsOf(jon);
  const id = makeId('ers');
  await insertErasure(db.prisma, {
    id,
    tenantId: tenant.id,
    tenantSlug: tenant.slug,
    what: 'contact',
    contactId,
    requestedAt: new Date(clockMs),
  });
  expect(await runThroughKills(id)).toBeGreaterThan(7);
  expect(await rowsOf(ida)).toEqual([]);
  expect(await rowsOf(jon)).toEqual(others);
  // The end of the job removed all data about the person.
  const { rows } = await db.query({
    text: 'SELECT 1 FROM erasures WHERE id = $1 AND person IS NOT NULL',
    values: [id],
  });
  expect(rows).toEqual([]);
});

test('an erasure of a tenant whose workers are killed after every step leaves only its ledger', async () => {
  const { db } = parley.database;
  const tenant = await seedTenant(db, parley.cipher, 'killed-tenant');
  const kim: Marked = { number: '491703333333', mark: 'QZKIM' };
  await seedPerson(db, tenant, kim);
  // There is no provider in this test: the bot was removed before.
  await db.query({
    text: `UPDATE channel_accounts SET status = 'disconnected', credentials = '' WHERE tenant_id = $1`,
    values: [tenant.id],
  });
  const { id } = await eraseTenant(service, { slug: tenant.slug });
  expect(await runThroughKills(id)).toBeGreaterThan(6);
  expect(await rowsOf(kim)).toEqual([]);
  const { rows } = await db.query({
    text: `SELECT count(*)::int AS entries FROM credit_ledger WHERE tenant_id = $1`,
    values: [tenant.id],
  });
  expect(rows).toEqual([{ entries: 2 }]);
});
