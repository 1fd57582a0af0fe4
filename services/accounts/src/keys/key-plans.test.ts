import { explainPlan } from '@parley/testing/database/explain-plan';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../erasure/erase.store.ts';
import './key.store.ts';

const DAY_HOURS = 24;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database.db;
  await pool.query(`INSERT INTO key_hours (tenant_id, instance_id, hour, requests, refused, last_at)
                    SELECT 1 + n % 3, 'ins_' || n, date_trunc('hour', now()) - make_interval(hours => h), 10, 1, now()
                      FROM generate_series(1, 2000) n, generate_series(1, ${DAY_HOURS}) h`);
  await pool.query('VACUUM ANALYZE key_hours');
});
afterAll(() => database.drop());

const planOf = async (name: string, values: unknown[]): Promise<string> =>
  (await explainPlan(database.db, name, values)).join('\n');

// A page shows up to 200 of 100,000 keys and reads only their hours.
test('the usage of the keys of a page is read by index, key by key', async () => {
  const plan = await planOf('accounts.find-use-of-keys', [['ins_1', 'ins_2'], 1, new Date(0)]);
  expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  expect(plan.match(/(?:using|on) key_hours_pkey/g)).toHaveLength(2);
  expect(plan.match(/Index Cond: .*instance_id = k\.instance_id/g)).toHaveLength(2);
});

// A valid key is found by the first part alone: the limit stops before the second one.
test('a key is found by the index on its hash, and else by the one on the hashes of old keys', async () => {
  const plan = await planOf('accounts.find-usable-key', [Buffer.alloc(32), new Date(0)]);
  expect(plan).toMatch(/^Limit[\s\S]*Append/);
  expect(plan).toMatch(/api_keys_key_hash_key[\s\S]*api_keys_previous_key_hash_key/);
  expect(plan).not.toMatch(/Seq Scan on api_keys/);
});

test.each([
  ['accounts.drop-old-hours-of-keys', [new Date(0)]],
  ['accounts.erase-hours-of-keys', [1]],
  ['accounts.erase-requests', [1]],
])('%s finds its batch by index, without a full sort', async (name, values) => {
  const plan = await planOf(name, values);
  expect(plan).toMatch(/Limit\n +-> +(?:Merge Append|Index (?:Only )?Scan)/);
  expect(plan).not.toMatch(/-> +Sort/);
});

test('the audit log of a tenant is erased by the index of its scope, whatever other tenants have', async () => {
  const { pool } = database.db;
  await pool.query(`INSERT INTO audit_log (tenant_id, at, actor, address, action, input, outcome, request_id)
                    SELECT nullif(n % 50, 0), now(), 'operator', '', 'create-key', '{}', 'done', 'req_' || n
                      FROM generate_series(1, 20000) n`);
  await pool.query('VACUUM ANALYZE audit_log');
  expect(await planOf('accounts.erase-audit', [1])).toMatch(/audit_log_scope/);
});
