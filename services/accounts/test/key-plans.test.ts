import { definedStatements } from '@parley/database/statement';
import { createTestDatabase } from '@parley/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../src/storage/erase-logs.ts';
import '../src/storage/key-use-store.ts';

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

async function planOf(name: string): Promise<string> {
  const text = definedStatements().find((statement) => statement.name === name)?.text;
  const { rows } = await database.db.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

// A page shows up to 200 of 100,000 keys and reads only their hours.
test('the usage of the keys of a page is read by index, key by key', async () => {
  const plan = await planOf('accounts.find-use-of-keys');
  expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  expect(plan.match(/(?:using|on) key_hours_pkey/g)).toHaveLength(2);
  expect(plan.match(/Index Cond: .*instance_id = k\.instance_id/g)).toHaveLength(2);
});

test.each(['accounts.drop-old-hours-of-keys', 'accounts.erase-hours-of-keys', 'accounts.erase-requests'])(
  '%s finds its batch by index, without a full sort',
  async (name) => {
    expect(await planOf(name)).not.toMatch(/Seq Scan on (?:key_hours|request_log)/);
  },
);

test('the audit log of a tenant is erased by the index of its scope, whatever other tenants have', async () => {
  const { pool } = database.db;
  await pool.query(`INSERT INTO audit_log (tenant_id, at, actor, address, action, input, outcome, request_id)
                    SELECT nullif(n % 50, 0), now(), 'operator', '', 'create-key', '{}', 'done', 'req_' || n
                      FROM generate_series(1, 20000) n`);
  await pool.query('VACUUM ANALYZE audit_log');
  expect(await planOf('accounts.erase-audit')).toMatch(/audit_log_scope/);
});
