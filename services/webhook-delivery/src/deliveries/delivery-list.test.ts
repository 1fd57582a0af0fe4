import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';
import { findDeliveries } from './delivery-list.store.ts';

const DELIVERIES = 4500;

// A page reads a bounded number of deliveries, however rare a match is
// (docs/reference/operator-api.md#deliveries-and-webhooks).
test.each([
  ['few keys', 2],
  ['many keys', 60],
])(
  'a workspace with %s finds the only delivery of a rare event page by page, and no other workspace does',
  async (_, keys) => {
    const database = await createTestDatabase();
    try {
      const { pool } = database.db;
      await pool.query(`INSERT INTO tenants (id, slug, name) VALUES (901, 'one', 'One'), (902, 'two', 'Two')`);
      await pool.query(
        `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_secret)
       SELECT 'ins_list' || n, 901, '', sha256(n::text::bytea), '{wa}', '{}', '' FROM generate_series(1, $1::int) n`,
        [keys],
      );
      await pool.query(
        `WITH made AS (
         INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
         SELECT 'evt_' || n, 901, CASE n WHEN 1 THEN 'channel.connected' ELSE 'message.received' END, 'wa', '{}', now(), 1
           FROM generate_series(1, ${DELIVERIES}) n RETURNING seq, id)
       INSERT INTO deliveries (instance_id, event_seq) SELECT 'ins_list1', seq FROM made ORDER BY seq`,
      );
      const found: string[] = [];
      let pages = 0;
      for (let before: string | undefined; ; pages++) {
        const page = await findDeliveries(database.db, 901, { event: 'channel.connected', before, limit: 51 });
        found.push(...page.found.map(({ eventId }) => eventId));
        if (page.lookedDownTo === null) break;
        before = page.lookedDownTo;
      }
      expect(found).toEqual(['evt_1']);
      expect(pages).toBe(keys > 50 ? 1 : 4);
      const foreign = await findDeliveries(database.db, 902, { instanceId: 'ins_list1', limit: 51 });
      expect(foreign.found).toEqual([]);
    } finally {
      await database.drop();
    }
  },
);
