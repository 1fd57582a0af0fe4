import { LAST_ID } from '@parley/database/statements/list-cursor';
import { findPeople } from '@parley/inbox/search/search.store';
import { queryOf, soughtOf } from '@parley/inbox/search/search-words.rules';
import '@parley/inbox/search/words.store';
import { findHits } from '@parley/inbox/search/search.store';
import { explainPlan } from '@parley/testing/database/explain-plan';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** One large tenant next to another. */
const MESSAGES = 60_000;
/** The oldest of them have a word that the others do not have. */
const EARLY = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const run = (text: string) => database.db.query({ text });
  await run(`INSERT INTO tenants (id, slug, name) VALUES (1, 'large', 'L'), (2, 'other', 'O')`);
  await run(`INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
             SELECT t, t, 'wa', 'number ' || t, 'Shop', '' FROM generate_series(1, 2) t`);
  await run(
    `INSERT INTO contacts (id, tenant_id, channel, name) SELECT t, t, 'wa', 'Ann' FROM generate_series(1, 2) t`,
  );
  await run(`INSERT INTO conversations (id, tenant_id, channel, channel_account_id, contact_id, peer)
             SELECT t, t, 'wa', t, t, '+1555' FROM generate_series(1, 2) t`);
  await run(`WITH said AS (
               INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
               SELECT t, t, t, 'wa', 'in', 'customer', 'received', '+1555', 'common rare' || i || CASE WHEN i <= ${EARLY} THEN ' early' ELSE '' END, now()
                 FROM (SELECT i, CASE WHEN i % 3 = 0 THEN 2 ELSE 1 END AS t FROM generate_series(1, ${MESSAGES}) i) m
               RETURNING id, tenant_id, text)
             INSERT INTO message_words (message_id, tenant_id, words)
             SELECT id, tenant_id, array_to_tsvector(ARRAY(SELECT tenant_id || ':' || w FROM unnest(string_to_array(text, ' ')) w)) FROM said`);
  await run(`INSERT INTO contacts (id, tenant_id, channel, name, words)
             SELECT 10 + i, t, 'wa', 'Person ' || i, array_to_tsvector(ARRAY[t || ':person', t || ':name' || i])
               FROM (SELECT i, CASE WHEN i % 3 = 0 THEN 2 ELSE 1 END AS t FROM generate_series(1, ${MESSAGES}) i) p`);
  await run('ANALYZE');
}, 120_000);
afterAll(() => database?.drop());

const planOf = async (name: string, values?: unknown[]): Promise<string> =>
  (await explainPlan(database.db, name, values)).join('\n');

test('scans the newest messages by the index of their tenant, and all messages by the index of words', async () => {
  const newest = await planOf('inbox.search-newest');
  // The words are no index condition: the scan is in order, and stops at the last one of the page.
  expect(newest).toMatch(/Index Scan Backward using message_words_tenant_id_message_id_idx/);
  expect(newest).not.toMatch(/message_words_words_idx/);
  const all = await planOf('inbox.search-all');
  expect(all).toMatch(/Bitmap Index Scan on message_words_words_idx/);
  const last = await planOf('inbox.find-last-walked');
  expect(last).toMatch(/Index Only Scan Backward using message_words_tenant_id_message_id_idx/);
  for (const plan of [newest, all, last]) expect(plan).not.toMatch(/Seq Scan/);
});

test('scans the newest people in index order, all people by the index of words, and people without words by their own index', async () => {
  const newest = await planOf('inbox.search-newest-people');
  // There is no sort between the index and the limit: the scan stops at the last row of the page.
  expect(newest).toMatch(
    /CTE page\n +-> +Limit\n +-> +Subquery Scan on n\n.*Filter.*\n +-> +Limit\n +-> +Index Scan Backward using contacts_tenant_id_id_idx/,
  );
  const all = await planOf('inbox.search-all-people');
  expect(all).toMatch(/Bitmap Index Scan on contacts_words_idx/);
  const unread = await planOf('inbox.lock-people-without-words', [100]);
  expect(unread).toMatch(/contacts_stale/);
  for (const plan of [newest, all, unread]) expect(plan).not.toMatch(/Seq Scan/);
});

test('frequent words fill a page and a rare word is found among all messages, within the tenant', async () => {
  const find = async (tenantId: number, q: string) =>
    (await findHits(database.db, { tenantId, sought: soughtOf(q), before: LAST_ID, limit: 20 })).hits.map(
      ({ text }) => text,
    );
  expect(await find(1, 'common')).toHaveLength(20);
  expect(await find(1, 'rare1')).toHaveLength(20);
  expect(await find(1, 'rare2 common')).toContain('common rare29999');
  expect(await find(1, 'rare4')).not.toContain('common rare3');
  expect(await find(1, 'rare29998 common')).toEqual(['common rare29998']);
  expect(await find(2, 'rare29998')).toEqual([]);
  expect(await find(2, 'rare3')).toContain('common rare39999');
});

test('a frequent word is sought in a bounded number of messages per page, and together with a rare word by the index of words', async () => {
  const limits = { mostWalked: 10_000, frequent: 1000 };
  const find = (q: string, before: string, limit: number) =>
    findHits(database.db, { tenantId: 1, sought: soughtOf(q), before, limit }, limits);
  const pages: string[][] = [];
  for (let before: string | null = LAST_ID; before !== null; ) {
    const { hits, walkedTo }: Awaited<ReturnType<typeof find>> = await find('earl', before, 100_000);
    pages.push(hits.map(({ text }) => text));
    before = walkedTo;
  }
  const early = Array.from({ length: EARLY }, (_, at) => EARLY - at).filter((i) => i % 3 !== 0);
  expect(pages.flat()).toEqual(early.map((i) => `common rare${i} early`));
  // The tenant has 40,000 messages: nothing is left for the last page.
  expect(pages.map(({ length }) => length > 0)).toEqual([false, false, true, true, false]);
  expect(await find('earl', LAST_ID, 20)).toMatchObject({ hits: [] });
  expect(await find('early rare10001', LAST_ID, 20)).toMatchObject({
    hits: [{ text: 'common rare10001 early' }],
    walkedTo: null,
  });
});

test('frequent names fill a page, newest first, and a rare name is found among all people, within the tenant', async () => {
  const find = async (tenantId: number, q: string, before: number | null = null) =>
    (await findPeople(database.db, { tenantId, query: queryOf(tenantId, soughtOf(q)), before, limit: 3 })).map(
      ({ name }) => name,
    );
  expect(await find(1, 'person')).toEqual(['Person 59999', 'Person 59998', 'Person 59996']);
  expect(await find(1, 'person', 10 + 59_996)).toEqual(['Person 59995', 'Person 59993', 'Person 59992']);
  expect(await find(2, 'pers')).toEqual(['Person 60000', 'Person 59997', 'Person 59994']);
  expect(await find(1, 'name10000 person')).toEqual(['Person 10000']);
  expect(await find(1, 'name1 person', 100)).toEqual(['Person 19', 'Person 17', 'Person 16']);
  expect(await find(2, 'name10000')).toEqual([]);
});
