import {
  type ConversationChange,
  listConversations,
  markConversationRead,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { NewConversationData } from '@parley/common/events/platform-events';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest, type Replica } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { readPeople } from '../../test/read-people.ts';

const ANN = 'mem_ann0000000';
const numberOf = (person: number): string => `1555000${String(person).padStart(4, '0')}`;
const write = (replica: Replica, person: number, text = 'Hi') =>
  replica.receiveMeta(messagesBody(`P${person}`, textMessage(numberOf(person), text)));

/** A tenant with these people’s conversations, and a platform webhook. */
async function openWith(people: number): Promise<OpenInbound & { ids: number[] }> {
  const inbound = await openForTest();
  await inbound.rows(
    `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
     VALUES ('plt_hears0000000001', $1, 'https://platform.example/hook', $2, 'x')`,
    inbound.tenantId,
    [...PLATFORM_EVENT_TYPES],
  );
  await inbound.rows(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
     VALUES ($2, $1, 'ann@shop.example', 'ann@shop.example', 'Ann', ARRAY['agent'], now())`,
    inbound.tenantId,
    ANN,
  );
  for (let person = 0; person < people; person++) await write(inbound, person);
  await inbound.rows('DELETE FROM events');
  const found = await inbound.rows<{ id: number }>('SELECT id FROM conversations ORDER BY id');
  return { ...inbound, ids: found.map(({ id }) => id) };
}
const reportedStatuses = async (inbound: OpenInbound): Promise<string[]> =>
  (await inbound.events('conversation-status-updated')).map(
    ({ data }) => `${data.conversation_id} ${data.previous_status} ${data.status}`,
  );
const patch = (replica: Replica, id: number, change: ConversationChange) =>
  replica.call(updateConversation, { slug: 'acme', id, ...change });
const stored = (inbound: OpenInbound) =>
  inbound.rows<{ id: number; status: string; assignee: string | null; bot: string; unread: number }>(
    'SELECT id, status, assignee, bot, unread FROM conversations ORDER BY id',
  );

test('resolves and assigns a conversation and pauses its bot; repeating that changes and reports nothing', async () => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  const change = { status: 'resolved', assignee: ANN, bot: 'paused' } as const;
  const shown = await patch(inbound, id, change);
  expect(shown).toMatchObject({ id, ...change });
  const before = await inbound.rows('SELECT xmin, conversations.* FROM conversations');
  expect(await patch(inbound, id, change)).toEqual(shown);
  expect(await inbound.rows('SELECT xmin, conversations.* FROM conversations')).toEqual(before);
  const [reported, ...more] = await inbound.events('conversation-status-updated');
  expect(more).toEqual([]);
  expect(reported?.data).toMatchObject({
    conversation_id: id,
    status: 'resolved',
    previous_status: 'open',
    by: { type: 'operator', id: null },
  });
  expect(await patch(inbound, id, { assignee: null })).toMatchObject({
    status: 'resolved',
    assignee: null,
    bot: 'paused',
  });
  expect(await inbound.events()).toHaveLength(1);
});

test('two replicas that resolve at once report it once', async () => {
  const inbound = await openWith(6);
  const replicas = [inbound, await inbound.startReplica()];
  await Promise.all(
    inbound.ids.flatMap((id) =>
      replicas.flatMap((replica) => [1, 2].map(() => patch(replica, id, { status: 'resolved' }))),
    ),
  );
  expect((await reportedStatuses(inbound)).toSorted()).toEqual(
    inbound.ids.map((id) => `${id} open resolved`).toSorted(),
  );
});

test('a customer who writes while an operator resolves: every change of the status is reported once, and none is lost', async () => {
  const inbound = await openWith(8);
  const elsewhere = await inbound.startReplica();
  for (let round = 0; round < 5; round++)
    await Promise.all(
      inbound.ids.flatMap((id, person) => [
        patch(inbound, id, { status: round % 2 === 0 ? 'resolved' : 'archived' }),
        write(elsewhere, person, `round ${round}`),
        write(inbound, person, `again ${round}`),
      ]),
    );
  const reported = await reportedStatuses(inbound);
  for (const { id, status } of await stored(inbound)) {
    const steps = reported.filter((step) => step.startsWith(`${id} `)).map((step) => step.split(' ').slice(1));
    // Each step starts from the previous status, from open to the stored one.
    expect(steps.map(([from]) => from)).toEqual(['open', ...steps.map(([, to]) => to)].slice(0, steps.length));
    expect(steps.at(-1)?.[1] ?? 'open').toBe(status);
    expect(steps.filter(([, to]) => to === 'open')).toHaveLength(
      (await inbound.events('new-conversation')).filter(
        ({ data }) => NewConversationData.parse(data).conversation.id === id,
      ).length,
    );
  }
  expect(await inbound.rows(`SELECT count(*)::int AS n FROM messages`)).toEqual([{ n: 8 + 8 * 5 * 2 }]);
});

test('a read conversation has nothing unread until the customer writes again; a send leaves nothing unread', async () => {
  const inbound = await openWith(2);
  const [id = 0] = inbound.ids;
  await write(inbound, 0, 'Hello?');
  expect((await stored(inbound)).map(({ unread }) => unread)).toEqual([2, 1]);
  expect(await inbound.call(markConversationRead, { slug: 'acme', id })).toMatchObject({
    id,
    unread: 0,
    status: 'open',
  });
  await inbound.call(markConversationRead, { slug: 'acme', id });
  expect((await stored(inbound)).map(({ unread }) => unread)).toEqual([0, 1]);
  await write(inbound, 0, 'Anybody?');
  expect((await stored(inbound)).map(({ unread }) => unread)).toEqual([1, 1]);
  expect(await inbound.events('conversation-status-updated')).toEqual([]);
});

test('reading while the customer writes loses no message', async () => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  const elsewhere = await inbound.startReplica();
  for (let round = 0; round < 20; round++) {
    await Promise.all([
      inbound.call(markConversationRead, { slug: 'acme', id }),
      write(elsewhere, 0, `round ${round}`),
      inbound.call(markConversationRead, { slug: 'acme', id }),
    ]);
    const [counted] = await inbound.rows(
      `SELECT (SELECT count(*)::int FROM messages m WHERE m.conversation_id = c.id AND m.direction = 'in' AND m.id > c.read_message_id)
              = c.unread AS same FROM conversations c`,
    );
    expect(counted).toEqual({ same: true });
  }
});

test('changes many conversations by their ids, each reported once; repeating that changes nothing', async () => {
  const inbound = await openWith(4);
  await inbound.addTenant('other');
  const [, ...ids] = inbound.ids;
  const many = { slug: 'acme', ids: [...ids, ...ids, 2_000_000_000], status: 'archived' as const, assignee: ANN };
  expect(await inbound.call(updateConversations, { ...many, slug: 'other', assignee: null })).toEqual({
    changed: 0,
    conversations: [],
    nextCursor: null,
  });
  const before = { status: 'open', snoozed: null, assignee: null, team: null, bot: 'on', labels: [] };
  expect(await inbound.call(updateConversations, many)).toEqual({
    changed: 3,
    conversations: ids.map((id) => ({ id, before, after: { ...before, status: 'archived', assignee: ANN } })),
    nextCursor: null,
  });
  expect(await inbound.call(updateConversations, many)).toMatchObject({ changed: 0, conversations: [] });
  expect((await reportedStatuses(inbound)).toSorted()).toEqual(ids.map((id) => `${id} open archived`));
  expect((await stored(inbound)).map(({ status, assignee }) => [status, assignee])).toEqual([
    ['open', null],
    ...ids.map(() => ['archived', ANN]),
  ]);
});

test('undoing a change leaves conversations that another person has changed since', async () => {
  const inbound = await openWith(3);
  const { ids } = inbound;
  const [taken = 0, reopened = 0, untouched = 0] = ids;
  const { conversations } = await inbound.call(updateConversations, { slug: 'acme', ids, status: 'resolved' });
  await inbound.call(updateConversation, { slug: 'acme', id: taken, assignee: ANN });
  await inbound.call(updateConversation, { slug: 'acme', id: reopened, status: 'archived' });
  expect(conversations[0]?.after).toMatchObject({ status: 'resolved', assignee: null, bot: 'on' });
  const expected = { status: 'resolved', assignee: 'none', bot: 'on' } as const;
  expect(await inbound.call(updateConversations, { slug: 'acme', ids, expected, status: 'open' })).toMatchObject({
    changed: 1,
    conversations: [{ id: untouched }],
  });
  expect((await stored(inbound)).map(({ status, assignee }) => [status, assignee])).toEqual([
    ['resolved', ANN],
    ['archived', null],
    ['open', null],
  ]);
});

test('changes all conversations of a filter in batches, and each call returns the cursor of the next', async () => {
  const inbound = await openWith(1);
  const many = 5201;
  await inbound.rows(
    `WITH people AS (INSERT INTO contacts (tenant_id, channel, name) SELECT $1, 'wa', 'Someone ' || i FROM generate_series(1, ${many}) i RETURNING id)
     INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_message_at)
     SELECT $1, 'wa', (SELECT id FROM channel_accounts WHERE channel = 'wa'), id, '+1666' || id, '2026-01-01'::timestamptz + id * interval '1 second'
       FROM people`,
    inbound.tenantId,
  );
  await readPeople(inbound);
  const call = (cursor?: string) =>
    inbound.call(updateConversations, {
      slug: 'acme',
      filter: { status: 'open', q: 'someone' },
      status: 'resolved',
      cursor,
    });
  const first = await call();
  expect(first).toMatchObject({ changed: 5000, nextCursor: expect.any(String) });
  expect(first.conversations).toHaveLength(100);
  expect(await call(first.nextCursor ?? '')).toMatchObject({ changed: many - 5000, nextCursor: null });
  expect(await call()).toMatchObject({ changed: 0, nextCursor: null });
  expect(new Set(await reportedStatuses(inbound)).size).toBe(many);
  const open = await inbound.call(listConversations, { slug: 'acme', limit: 10, status: 'open' });
  expect(open.items.map(({ id }) => id)).toEqual(inbound.ids);
  await expect(call('made up')).rejects.toMatchObject({ code: 'invalid_cursor' });
  // A call with a small limit names each conversation with its former state: undo needs all of them.
  const filter = { status: 'resolved', q: 'someone' } as const;
  const few = { slug: 'acme', filter, status: 'archived' as const, limit: 100 };
  const some = await inbound.call(updateConversations, few);
  expect(some).toMatchObject({ changed: 100, nextCursor: expect.any(String) });
  expect(some.conversations).toHaveLength(100);
});

test('an update of a conversation within ten minutes touches no index', async () => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  const changes = [
    'unread = unread + 1, last_inbound_at = now()',
    'unread = 0, read_message_id = 5',
    `status = 'resolved', closed_message_id = 5`,
    `assignee = '${ANN}', bot = 'paused'`,
  ];
  const hot = await inbound.database.db.transaction(async (sql) => {
    const countHot = async (): Promise<number> => {
      const { rows } = await sql.query<{ n: number }>({
        text: `SELECT n_tup_hot_upd::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'conversations'`,
      });
      return rows[0]?.n ?? 0;
    };
    const before = await countHot();
    for (const change of changes) await sql.query({ text: `UPDATE conversations SET ${change} WHERE id = ${id}` });
    return (await countHot()) - before;
  });
  expect(hot).toBe(changes.length);
});

test('is assigned only to members of the tenant: not to unknown, removed or other tenants’ members', async () => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  await inbound.rows(`INSERT INTO tenants (slug, name) VALUES ('elsewhere', 'Elsewhere')`);
  await inbound.rows(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, removed_at, created_at)
     SELECT 'mem_removed0000', $1, 'r@x.example', 'r@x.example', 'R', ARRAY['agent'], now(), now()
     UNION ALL
     SELECT 'mem_foreign0000', id, 'f@x.example', 'f@x.example', 'F', ARRAY['agent'], NULL, now() FROM tenants WHERE slug = 'elsewhere'`,
    inbound.tenantId,
  );
  const refused = { code: 'unknown_member' };
  for (const assignee of ['mem_nobody00000', 'mem_removed0000', 'mem_foreign0000']) {
    await expect(patch(inbound, id, { assignee })).rejects.toMatchObject(refused);
    const many = { slug: 'acme', ids: inbound.ids, assignee };
    await expect(inbound.call(updateConversations, many)).rejects.toMatchObject(refused);
  }
  expect(await stored(inbound)).toMatchObject([{ assignee: null }]);
  expect(await patch(inbound, id, { assignee: ANN })).toMatchObject({ assignee: ANN });
});
