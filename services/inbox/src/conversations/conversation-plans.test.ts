import { LAST_ID } from '@parley/database/statements/list-cursor';
import { explainPlan } from '@parley/testing/database/explain-plan';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findShownPage, MAX_LOOKED } from './conversation.store.ts';
import './message.store.ts';
import './person.store.ts';

/** One large tenant among many small ones: a plan for the average tenant must serve it too. */
const LARGE = 100_000;
const SMALL_TENANTS = 2000;
const TENANT = 1;
/** The only conversation with something unread, a very old one. */
const UNREAD = 7;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function fill(): Promise<void> {
  const run = (text: string) => database.db.query({ text });
  await run(
    `INSERT INTO tenants (id, slug, name) SELECT i, 't' || i, 't' FROM generate_series(1, ${SMALL_TENANTS + 1}) i`,
  );
  await run(`INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
             SELECT i, i, 'wa', 'number ' || i, 'Shop', '' FROM generate_series(1, ${SMALL_TENANTS + 1}) i`);
  const people = `SELECT i, CASE WHEN i <= ${LARGE} THEN ${TENANT} ELSE 2 + (i % ${SMALL_TENANTS}) END AS tenant
                    FROM generate_series(1, ${LARGE + SMALL_TENANTS * 5}) i`;
  await run(
    `INSERT INTO contacts (id, tenant_id, channel, name) SELECT i, tenant, 'wa', 'Person ' || i FROM (${people}) p`,
  );
  await run(`INSERT INTO conversations (id, tenant_id, channel, channel_account_id, contact_id, peer, last_message_at, unread, status)
             SELECT i, tenant, 'wa', tenant, i, '+1555' || i, '2026-01-01'::timestamptz + i * interval '20 seconds',
                    CASE WHEN i = ${UNREAD} THEN 1 ELSE 0 END, CASE WHEN i % 2 = 0 THEN 'open' ELSE 'resolved' END
               FROM (${people}) p`);
  await run(`INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
             SELECT tenant, i, tenant, 'wa', 'in', 'customer', 'received', '+1555' || i, 'Hello', now() FROM (${people}) p`);
  await run('ANALYZE');
}

const LISTS = ['inbox.list-conversations', 'inbox.find-conversations', 'inbox.find-last-looked'];
const planOf = (name: string, values?: unknown[]): Promise<string[]> => explainPlan(database.db, name, values);

/**
 * Rows are read in the order of the activity index; only one slot of ten minutes is sorted. The few labels of each
 * conversation may be read by a bitmap.
 */
function expectOrdered(plan: readonly string[]): void {
  const text = plan.join('\n');
  expect(text).toMatch(/Incremental Sort\n.*\n.*Presorted Key: (c\.)?active_slot/);
  expect(text).toContain('conversations_activity');
  expect(text).not.toMatch(
    /Seq Scan|(?<!Incremental )Sort\n|Hash|Materialize|Bitmap (?!\w+ Scan on conversation_labels)/,
  );
}

test.each(LISTS)('%s reads in the order of the index, even when it is planned on empty tables', async (name) => {
  expectOrdered(await planOf(name));
});

/** Reads of an open conversation: its messages, and every conversation of its person. */
const OPENED: [string, unknown[]][] = [
  ['inbox.list-messages', [TENANT, UNREAD, LAST_ID, 50, new Date(0)]],
  ['inbox.conversations-of-person', [TENANT, UNREAD, ['+1555']]],
];

test('with many conversations every filter is read in the order of the index, a bounded number a page', async () => {
  await fill();
  for (const name of LISTS) expectOrdered(await planOf(name));
  for (const [name, values] of OPENED)
    expect((await planOf(name, values)).join('\n'), name).not.toMatch(
      /Seq Scan on (?:messages|conversations|contacts)|conversations_activity/,
    );
  const found: number[] = [];
  let pages = 0;
  let before: { activeMs: number; id: number } | null = null;
  do {
    const page = await findShownPage(database.db, TENANT, { unread: true }, { before, count: 50 });
    found.push(...page.rows.map(({ id }) => id));
    before = page.next;
    pages++;
  } while (before !== null);
  expect(found).toEqual([UNREAD]);
  // The last page finds nothing after the others.
  expect(pages).toBe(LARGE / MAX_LOOKED + 1);
});
