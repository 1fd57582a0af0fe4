import { endClaimsOf } from '@parley/database/claims/end-claims';
import { makeTakeOver } from '@parley/database/claims/take-over';
import { findDeadWorkers, unlistGone } from '@parley/database/claims/worker-presence';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { type MortalWorker, startMortalWorker } from '@parley/testing/programs/mortal-worker';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDueTokens, claimToken } from '../tokens/token.store.ts';
import { claimRemovalJobs } from './removal.store.ts';

const SERVICE = 'channel-connect';
const now = new Date();
const until = new Date(now.getTime() + 3_600_000);

let database: TestDatabase;
let worker: MortalWorker;
let tenantId: number;
let nowMs: number;
let look: () => Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const row = async (text: string, ...values: unknown[]): Promise<number> =>
    (await db.query<{ id: number }>({ text, values })).rows[0]?.id ?? 0;
  tenantId = await row(`INSERT INTO tenants (slug, name) VALUES ('acme', 'Acme') RETURNING id`);
  const accountId = await row(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials) VALUES ($1, 'tt', 'open', 'Shop', '') RETURNING id`,
    tenantId,
  );
  await row(
    'INSERT INTO channel_tokens (channel_account_id, tenant_id, due_at, refreshed_at) VALUES ($1, $2, $3, $3)',
    accountId,
    tenantId,
    now,
  );
  await row(
    `INSERT INTO removal_jobs (tenant_id, kind, external_id, credentials, created_at, due_at) VALUES ($1, 'tt_token', 'open', '', $2, $2)`,
    tenantId,
    now,
  );
  worker = await startMortalWorker(database, SERVICE);
  nowMs = 0;
  look = makeTakeOver({
    findGone: () => findDeadWorkers(db, SERVICE),
    endClaims: async (holders) =>
      (await endClaimsOf(db, 'channel_tokens', holders)) + (await endClaimsOf(db, 'removal_jobs', holders)),
    unlist: (numbers) => unlistGone(db, numbers),
    nowMs: () => nowMs,
    report() {},
  });
});
afterEach(async () => {
  await worker.die();
  await database.drop();
});

test('the token claim of a dead worker can be taken at once, and the claim of a living worker cannot be taken', async () => {
  const asked = { tenantId, externalId: 'open', now, until };
  const { db } = database;
  const theirs = { ...asked, claimId: 'theirs', holder: worker.number };
  const ours = { ...asked, claimId: 'ours', holder: null };
  expect(await claimToken(db, theirs)).toMatchObject({ claimId: 'theirs' });
  await look();
  await look();
  expect(await claimToken(db, ours)).toBe('held');
  await worker.die();
  await look();
  await look();
  expect(await claimToken(db, ours)).toMatchObject({ claimId: 'ours' });
});

test('tokens and removal jobs claimed by a dead worker are due again at once', async () => {
  const { db } = database;
  const theirs = { claimId: 'theirs', now, until, count: 4, holder: worker.number };
  const ours = { ...theirs, claimId: 'ours', holder: null };
  expect(await claimDueTokens(db, theirs)).toHaveLength(1);
  expect(await claimRemovalJobs(db, theirs)).toHaveLength(1);
  await worker.die();
  await look();
  await look();
  expect(await claimDueTokens(db, ours)).toHaveLength(1);
  expect(await claimRemovalJobs(db, ours)).toHaveLength(1);
});

test('a worker absent for a minute leaves the list, and its number is not used again', async () => {
  await worker.die();
  await look();
  nowMs += 61_000;
  await look();
  expect((await database.db.query({ text: 'SELECT 1 FROM worker_presence' })).rowCount).toBe(0);
  const next = await startMortalWorker(database, SERVICE);
  expect(next.number).toBeGreaterThan(worker.number);
  await next.die();
});
