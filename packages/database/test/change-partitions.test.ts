import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePartitions } from '../src/migrations/change-partitions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const lock = { name: 'lock', text: 'LOCK TABLE delivery_log IN ACCESS EXCLUSIVE MODE' };
const write = { name: 'write', text: 'UPDATE delivery_log SET attempts = attempts' };

test('a process that freezes while it changes partitions does not make the writes of others time out', async () => {
  let written: Promise<unknown> | undefined;
  const frozen = changePartitions(database.db, '42', async (sql) => {
    await sql.query(lock);
    written = database.db.query(write);
    // It does nothing while another process waits for its lock.
    await written;
    await sql.query(write);
  });
  await expect(frozen).rejects.toThrow();
  await expect(written).resolves.toBeDefined();
  await changePartitions(database.db, '42', async (sql) => void (await sql.query(lock)));
});
