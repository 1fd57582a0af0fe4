import { makeIndexMessages } from '@parley/inbox/search/index-messages';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beforeStatement, openInbox } from '../../test/open-inbox.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.db.query<Row>({ text, values })).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  await rows(`INSERT INTO tenants (id, slug, name) VALUES (1, 'acme', 'Acme')`);
  await rows(`INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
              VALUES (1, 1, 'wa', '1', 'Shop', '')`);
  await rows(`INSERT INTO contacts (id, tenant_id, channel) VALUES (1, 1, 'wa')`);
  await rows(`INSERT INTO conversations (id, tenant_id, channel, channel_account_id, contact_id, peer)
              VALUES (1, 1, 'wa', 1, 1, '+1555')`);
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await rows('DELETE FROM messages');
  await rows('DELETE FROM message_words');
  await rows('UPDATE message_words_progress SET read_until = 0');
});

/** Commits messages with these ids; each is stored at the time of its id, in ms. */
const store = (...ids: number[]) =>
  rows(
    `INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           happened_at, created_at)
     SELECT i, 1, 1, 1, 'wa', 'in', 'customer', 'received', '+1555', 'word', now(), to_timestamp(i / 1000.0)
       FROM unnest($1::int8[]) AS i`,
    [ids],
  );

/** The worker with its clock; records the id at which each step began. */
function openWorker() {
  const state = { nowMs: MINUTE_MS / 2, looked: [] as string[], fails: false };
  const service = openInbox(database.db, { now: () => new Date(state.nowMs) });
  const watched = beforeStatement(service, 'inbox.find-texts-without-words', ({ values }) => {
    state.looked.push(String(values?.[0]));
  });
  const index = makeIndexMessages({
    ...watched,
    database: {
      ...watched.database,
      transaction: (work) =>
        watched.database.transaction(async (sql) => {
          const result = await work(sql);
          if (state.fails) throw new Error('not committed');
          return result;
        }),
    },
  });
  return { state, index };
}

const written = async (): Promise<number[]> =>
  (await rows<{ id: string }>('SELECT message_id AS id FROM message_words ORDER BY 1')).map(({ id }) => Number(id));

const watermark = async (): Promise<number> =>
  Number((await rows<{ id: string }>('SELECT read_until AS id FROM message_words_progress'))[0]?.id);

test('reads a message once, and messages since the watermark again after a minute', async () => {
  await store(1, 2);
  const { state, index } = openWorker();
  await index();
  await index();
  state.nowMs += MINUTE_MS;
  await index();
  expect(state.looked).toEqual(['0', '2', '0']);
  expect(await watermark()).toBe(2);
});

test('reads a message that is committed after newer ones when the worker looks back, and holds the watermark until then', async () => {
  await store(1, 3);
  const { state, index } = openWorker();
  await index();
  await store(2);
  state.nowMs += MINUTE_MS - 1;
  await index();
  expect(await written()).toEqual([1, 3]);
  expect(await watermark()).toBe(0);
  state.nowMs += 1;
  await index();
  expect(await written()).toEqual([1, 2, 3]);
  expect(await watermark()).toBe(3);
});

test('keeps a message that is committed during the look-back after the watermark', async () => {
  await store(...Array.from({ length: 401 }, (_, n) => n + 2));
  const { state, index } = openWorker();
  expect(await index()).toBe(true);
  await store(1);
  state.nowMs += MINUTE_MS - 1;
  while (await index());
  expect(await watermark()).toBe(0);
  state.nowMs += 1;
  while (await index());
  expect(await written()).toContain(1);
  expect(await watermark()).toBe(402);
});

test('reads messages again when the transaction that read them did not commit', async () => {
  await store(1);
  const { state, index } = openWorker();
  state.fails = true;
  await expect(index()).rejects.toThrow('not committed');
  state.fails = false;
  await index();
  expect(await written()).toEqual([1]);
});
