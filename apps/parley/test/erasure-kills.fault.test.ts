import { makeErasureOwners } from '@parley/accounts/adapters/erasure-owners';
import { makeErasureStore } from '@parley/accounts/storage/erasure-store';
import { makeRunErasures, type RunErasuresDeps } from '@parley/accounts/use-cases/run-erasures';
import { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { makeId } from '@parley/common/ids';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenParley, openParley } from './open-parley.ts';
import { dumpRows, type Marked, seedPerson, seedTenant, untilIndexed } from './people-rows.ts';

let parley: OpenParley;
beforeAll(async () => {
  parley = await openParley();
});
afterAll(() => parley[Symbol.asyncDispose]());

const YEAR_MS = 365 * 24 * 3_600_000;
const LEASE_MS = 45_000;
/** Ahead of the clock of the service's own worker, for which these erasures are not due. */
let clockMs = Date.now() + YEAR_MS;

/** A worker whose process dies after its `lifetime`-th step was committed but not stored. */
function mortalWorker(lifetime: number): () => Promise<boolean> {
  const owners = makeErasureOwners(parley.bus);
  const jobs = makeErasureStore(parley.database.db);
  let steps = 0;
  const live = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    steps++;
    if (steps >= lifetime) throw new Error('killed');
    return result;
  };
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    steps >= lifetime ? Promise.reject(new Error('dead')) : work();
  const deps: RunErasuresDeps = {
    owners: {
      findPerson: (...given) => live(owners.findPerson(...given)),
      detachPerson: (...given) => live(owners.detachPerson(...given)),
      erasePerson: (...given) => live(owners.erasePerson(...given)),
      eraseTenantData: (...given) => live(owners.eraseTenantData(...given)),
    },
    jobs: {
      claim: jobs.claim,
      save: (...given) => alive(() => jobs.save(...given)),
      finish: (...given) => alive(() => jobs.finish(...given)),
    },
    seal: (person) => parley.cipher.encrypt(JSON.stringify(person), 'erasures.person'),
    open: (sealed) => ErasedPerson.parse(JSON.parse(parley.cipher.decrypt(sealed, 'erasures.person'))),
    leaseMs: LEASE_MS,
    onFailure: () => {},
    now: () => new Date(clockMs),
  };
  return makeRunErasures(deps);
}

/** Runs one worker after another, each killed at its second step, until the erasure is done; returns how many died. */
async function runThroughKills(id: string): Promise<number> {
  let died = 0;
  await pollUntil(
    async () => {
      // The next process waits until the dead one's lease has expired.
      clockMs += LEASE_MS + 120_000;
      await mortalWorker(2)().catch(() => {
        died++;
      });
      const erasure = await makeErasureStore(parley.database.db).findErasure(id);
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
  await makeErasureStore(db).insertErasure({
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
  const id = makeId('ers');
  await makeErasureStore(db).closeTenant(tenant.slug, { id, requestedAt: new Date(clockMs) });
  expect(await runThroughKills(id)).toBeGreaterThan(6);
  expect(await rowsOf(kim)).toEqual([]);
  const { rows } = await db.query({
    text: `SELECT count(*)::int AS entries FROM credit_ledger WHERE tenant_id = $1`,
    values: [tenant.id],
  });
  expect(rows).toEqual([{ entries: 2 }]);
});
