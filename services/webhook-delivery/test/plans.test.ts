import { explainPlan } from '@parley/testing/database/explain-plan';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';
import '../src/lanes/due.store.ts';

// A worker plans the statement once, with the statistics of that moment. A long lane in a day that was empty a moment
// ago makes a join with all events look cheap; each page of 256 deliveries then reads the events of the whole day.
test('a page of due deliveries looks up its events by number, whatever the statistics say', async () => {
  const database = await createTestDatabase();
  try {
    const { pool } = database.db;
    await pool.query(`WITH made AS (INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
                                    SELECT 'evt_' || n, 1, 'message.received', 'wa', repeat('x', 700), now(), 1
                                      FROM generate_series(1, 20000) n RETURNING seq)
                      INSERT INTO deliveries (instance_id, event_seq) SELECT 'ins_long', seq FROM made`);
    await pool.query('VACUUM ANALYZE events, deliveries');
    await pool.query('TRUNCATE events');
    const plan = (await explainPlan(database.db, 'delivery.find-due')).join('\n');
    expect(plan).toMatch(/Index Scan using events_\d+_pkey/);
    expect(plan).not.toMatch(/(Hash|Merge) (Left |Right )?Join|Join Filter: \(\w+\.seq = |Seq Scan on events/);
  } finally {
    await database.drop();
  }
});
