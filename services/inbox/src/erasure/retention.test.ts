import { updateTenant } from '@parley/common/contracts/operator/tenants';
import { keepRetention } from '@parley/inbox/erasure/keep-retention';
import { addNote } from '@parley/inbox/notes/add-note';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beforeStatement, openInbox } from '../../test/open-inbox.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date();
const run = (defaultDays?: number) =>
  keepRetention(
    openInbox(database.db, {
      retentionDays: defaultDays,
      now: () => NOW,
    }),
  );
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.db.query<T>({ text, values })).rows;

/** A tenant with one conversation, whose messages were stored this many days ago. */
async function tenantWith(slug: string, retentionDays: number | null, daysAgo: number[], status = 'received') {
  const [tenant] = await rows<{ id: number }>(
    'INSERT INTO tenants (slug, name, retention_days) VALUES ($1, $1, $2) RETURNING id',
    [slug, retentionDays],
  );
  const id = tenant?.id ?? 0;
  const newest = Math.min(...daysAgo);
  await rows(
    `WITH account AS (INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
                      VALUES ($1, $1, 'wa', $2, 'Shop', '')),
          person AS (INSERT INTO contacts (tenant_id, channel, phone) VALUES ($1, 'wa', $2) RETURNING id),
          address AS (INSERT INTO contact_addresses SELECT $1, 'wa', $2, id FROM person),
          locked_conversation AS (INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_message_at, created_at)
                   SELECT $1, 'wa', $1, id, $2, $4::timestamptz - $5 * interval '1 day', $4::timestamptz - interval '1000 days' FROM person RETURNING id),
          said AS (INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                                         happened_at, created_at)
                   SELECT $1, locked_conversation.id, $1, 'wa', 'in', 'customer', $6, $2, 'Text', 'epoch', $4::timestamptz - d * interval '1 day'
                     FROM locked_conversation, unnest($3::int[]) AS d RETURNING id),
          found AS (INSERT INTO message_words (message_id, tenant_id, words) SELECT id, $1, array_to_tsvector(ARRAY['word']) FROM said)
     INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type) SELECT 'att_' || id, $1, id, $1, 'image' FROM said`,
    [id, `+49170${id}`, daysAgo, NOW, newest, status],
  );
  return id;
}
const countOf = async (table: string, tenantId: number): Promise<number> =>
  (await rows(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [tenantId])).length;

beforeEach(async () => {
  await rows(
    'TRUNCATE tenants, contacts, contact_addresses, conversations, messages, message_words, attachments CASCADE',
  );
});

test('without a retention everything is kept', async () => {
  const tenant = await tenantWith('kept', null, [1, 4000]);
  await run();
  expect(await countOf('messages', tenant)).toBe(2);
});

test('a tenant’s own retention, shorter or longer, replaces the deployment’s', async () => {
  const plain = await tenantWith('plain', null, [1, 20, 40]);
  const short = await tenantWith('short', 10, [1, 20, 40]);
  const long = await tenantWith('long', 1000, [1, 20, 40]);
  await run(30);
  expect([
    await countOf('messages', plain),
    await countOf('attachments', plain),
    await countOf('message_words', plain),
  ]).toEqual([2, 2, 2]);
  expect([
    await countOf('messages', short),
    await countOf('attachments', short),
    await countOf('message_words', short),
  ]).toEqual([1, 1, 1]);
  expect([
    await countOf('messages', long),
    await countOf('attachments', long),
    await countOf('message_words', long),
  ]).toEqual([3, 3, 3]);
});

test('more messages than one batch holds are removed in several', async () => {
  const tenant = await tenantWith('many', 5, [1, ...Array.from({ length: 1700 }, () => 50)]);
  await run();
  expect(await countOf('messages', tenant)).toBe(1);
});

test.each(['unknown', 'scheduled'])('a send that is %s is not removed', async (status) => {
  const tenant = await tenantWith('unsettled', 5, [50], status);
  await run();
  expect(await countOf('messages', tenant)).toBe(1);
});

test('removes a conversation without messages, and a person with no other one; a conversation in use stays with its person', async () => {
  const gone = await tenantWith('gone', 5, [50, 60]);
  const used = await tenantWith('used', 5, [1, 60]);
  await run();
  expect([await countOf('conversations', gone), await countOf('contact_addresses', gone)]).toEqual([0, 0]);
  expect([await countOf('conversations', used), await countOf('contact_addresses', used)]).toEqual([1, 1]);
  // The row itself is removed when no older transaction can have found it.
  expect(await countOf('contacts', gone)).toBe(1);
  await rows(`UPDATE contacts SET detached_at = detached_at - interval '5 minutes' WHERE detached_at IS NOT NULL`);
  await run();
  expect([await countOf('contacts', gone), await countOf('contacts', used)]).toEqual([0, 1]);
});

test('keeps the address and the opt-out, but no name, of a person who opted out of marketing', async () => {
  const tenant = await tenantWith('silent', 5, [50]);
  await rows(`INSERT INTO consents (contact_id, tenant_id, opted_out, by, decided_at)
              SELECT id, tenant_id, true, 'customer', now() FROM contacts`);
  for (const _again of [1, 2]) await run();
  expect([await countOf('conversations', tenant), await countOf('contact_addresses', tenant)]).toEqual([0, 1]);
  expect(await rows('SELECT name, username, phone, detached_at FROM contacts')).toEqual([
    { name: null, username: null, phone: null, detached_at: null },
  ]);
  expect(await rows('SELECT opted_out FROM consents')).toEqual([{ opted_out: true }]);
});

test('the contract accepts setting and clearing the retention of a tenant', () => {
  const shape = updateTenant.input;
  expect(shape.safeParse({ slug: 'a', retention_days: 30 }).success).toBe(true);
  expect(shape.safeParse({ slug: 'a', retention_days: null }).success).toBe(true);
  expect(shape.safeParse({ slug: 'a', retention_days: 0 }).success).toBe(false);
});

/** Adds notes of these ages to the tenant's conversation. */
const note = (tenantId: number, daysAgo: number[]) =>
  rows(
    `INSERT INTO notes (note_id, tenant_id, conversation_id, draft_key, after_message_id, text, created_at)
     SELECT 'nte_' || $1::int || '_' || d, $1::int, c.id, d, 0, 'Note', $3::timestamptz - d * interval '1 day'
       FROM conversations c, unnest($2::int[]) AS d WHERE c.tenant_id = $1::int`,
    [tenantId, daysAgo, NOW],
  );

test('notes are removed with the messages of their age, and a younger note keeps the conversation', async () => {
  const tenant = await tenantWith('noted', 30, [40]);
  const silent = await tenantWith('silent-notes', 30, [40]);
  await note(tenant, [40, 10]);
  await note(silent, [40]);
  await run();
  expect(await rows('SELECT note_id FROM notes')).toEqual([{ note_id: `nte_${tenant}_10` }]);
  expect([await countOf('messages', tenant), await countOf('conversations', tenant)]).toEqual([0, 1]);
  expect(await countOf('conversations', silent)).toBe(0);
});

test('a note that is written while the retention deletes its silent conversation is not lost', async () => {
  const tenant = await tenantWith('written-meanwhile', 30, [40]);
  await rows('DELETE FROM attachments');
  await rows('DELETE FROM messages');
  const [conversation] = await rows<{ id: number }>('SELECT id FROM conversations WHERE tenant_id = $1', [tenant]);
  let retention: Promise<unknown> = Promise.resolve();
  const waiting = async (): Promise<boolean> =>
    (
      await rows(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM conversations%'`,
      )
    ).length > 0;
  const service = beforeStatement(openInbox(database.db, { now: () => NOW }), 'inbox.insert-note', async () => {
    retention = run().catch(() => 'failed');
    await pollUntil(async () => (await waiting()) || null, { what: () => 'the retention to wait for the note' });
  });
  const member = {
    sessionId: 'ses_0000000000',
    roles: ['operator' as const],
    memberId: null,
    tenantId: tenant,
    tenantSlug: 'x',
  };
  const note = { id: conversation?.id ?? 0, key: 'a'.repeat(32), text: 'Note', mentions: [] };
  await addNote(service, note, { requestId: 'req_test', member, deadlineAt: 0 });
  await retention;
  await run();
  expect([await countOf('notes', tenant), await countOf('conversations', tenant)]).toEqual([1, 1]);
});
