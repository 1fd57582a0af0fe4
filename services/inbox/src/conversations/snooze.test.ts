import { listConversationChanges } from '@parley/common/contracts/console/conversation-changes';
import {
  type ConversationChange,
  listConversations,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import { wakeSnoozed } from '@parley/inbox/conversations/wake-snoozed';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { openInbox } from '../../test/open-inbox.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const write = (inbound: OpenInbound, person: number, id = `P${person}`) =>
  inbound.receiveMeta(messagesBody(id, textMessage(`1555000${String(person).padStart(4, '0')}`, 'Hi')));

async function openWith(people: number): Promise<OpenInbound & { ids: number[] }> {
  const inbound = await openForTest({ hasInboxDuties: false });
  for (let person = 0; person < people; person++) await write(inbound, person);
  const found = await inbound.rows<{ id: number }>('SELECT id FROM conversations ORDER BY id');
  return { ...inbound, ids: found.map(({ id }) => id) };
}

const patch = (inbound: OpenInbound, id: number, change: ConversationChange) =>
  inbound.call(updateConversation, { slug: 'acme', id, ...change });
const listed = async (inbound: OpenInbound, status: 'open' | 'snoozed' | 'resolved') =>
  (await inbound.call(listConversations, { slug: 'acme', limit: 50, status })).items.map(({ id }) => id);
/** Runs a round of the worker at a time. */
const wakeAt = (inbound: OpenInbound, now: Date) => wakeSnoozed(openInbox(inbound.database.db, { now: () => now }));
const linesOf = (inbound: OpenInbound, id: number) =>
  inbound.rows<{ kind: string; value: string | null }>(
    'SELECT kind, value FROM conversation_changes WHERE conversation_id = $1 ORDER BY id',
    id,
  );

test('a snoozed conversation leaves the open ones and comes back once at its time, as the newest', async () => {
  const inbound = await openWith(3);
  const [first = 0, second = 0, third = 0] = inbound.ids;
  const until = inHours(1).toISOString();
  expect(await patch(inbound, first, { snooze: { until } })).toMatchObject({ status: 'open', snoozed: { until } });
  await patch(inbound, second, { snooze: { until: inHours(3).toISOString() } });
  expect(await listed(inbound, 'open')).toEqual([third]);
  expect(await listed(inbound, 'snoozed')).toEqual([second, first]);
  await wakeAt(inbound, new Date(Date.parse(until) - 1));
  expect(await listed(inbound, 'open')).toEqual([third]);
  const due = new Date(until);
  await Promise.all([wakeAt(inbound, due), wakeAt(inbound, due), wakeAt(inbound, due)]);
  await wakeAt(inbound, due);
  expect(await listed(inbound, 'open')).toEqual([first, third]);
  expect(await linesOf(inbound, first)).toEqual([
    { kind: 'snoozed', value: until },
    { kind: 'woken', value: null },
  ]);
  expect(await listed(inbound, 'snoozed')).toEqual([second]);
});

test('a message of the customer ends a snooze of either kind, and no time wakes it again', async () => {
  const inbound = await openWith(2);
  const [first = 0, second = 0] = inbound.ids;
  await patch(inbound, first, { snooze: {} });
  await patch(inbound, second, { snooze: { until: inHours(1).toISOString() } });
  await wakeAt(inbound, inHours(5000));
  expect(await listed(inbound, 'snoozed')).toEqual([first]);
  await patch(inbound, second, { snooze: { until: inHours(1).toISOString() } });
  await write(inbound, 0, 'again0');
  await write(inbound, 1, 'again1');
  expect(await listed(inbound, 'snoozed')).toEqual([]);
  expect(await listed(inbound, 'open')).toEqual([second, first]);
  const before = await linesOf(inbound, second);
  await wakeAt(inbound, inHours(5000));
  expect(await linesOf(inbound, second)).toEqual(before);
});

test('snoozing opens a resolved conversation, resolving ends a snooze, and null brings it back at once', async () => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  await patch(inbound, id, { status: 'resolved' });
  expect(await patch(inbound, id, { snooze: {} })).toMatchObject({
    status: 'open',
    snoozed: { until: null },
  });
  expect(await patch(inbound, id, { status: 'resolved' })).toMatchObject({ status: 'resolved', snoozed: null });
  await patch(inbound, id, { snooze: {} });
  expect(await patch(inbound, id, { snooze: null })).toMatchObject({ status: 'open', snoozed: null });
  expect(await listed(inbound, 'open')).toEqual([id]);
  const { items } = await inbound.bus.call(
    listConversationChanges,
    { id },
    {
      requestId: 'req_test',
      member: {
        sessionId: 'ses_0000000000',
        roles: ['agent'],
        memberId: 'mem_ann0000000',
        tenantId: inbound.tenantId,
        tenantSlug: 'acme',
      },
    },
  );
  expect(items.map(({ kind, value }) => [kind, value])).toEqual([
    ['status', 'resolved'],
    ['status', 'open'],
    ['snoozed', null],
    ['status', 'resolved'],
    ['status', 'open'],
    ['snoozed', null],
    ['woken', null],
  ]);
});

test('snoozes all that a filter finds, and says what each had before', async () => {
  const inbound = await openWith(5);
  const until = inHours(2).toISOString();
  const bulk = (input: object) => inbound.call(updateConversations, { slug: 'acme', ...input });
  expect(await bulk({ filter: { status: 'open' }, snooze: { until } })).toMatchObject({ changed: 5 });
  expect(await bulk({ filter: { status: 'open' }, snooze: { until } })).toMatchObject({ changed: 0 });
  const { changed, conversations } = await bulk({ filter: { status: 'snoozed' }, snooze: null });
  expect(changed).toBe(5);
  expect(conversations.map(({ before, after }) => [before.snoozed, after.snoozed])).toEqual(
    Array.from({ length: 5 }, () => [{ until }, null]),
  );
});

test.each(['2000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('refuses to snooze until %s', async (until) => {
  const inbound = await openWith(1);
  const [id = 0] = inbound.ids;
  await expect(patch(inbound, id, { snooze: { until } })).rejects.toMatchObject({ code: 'invalid_snooze_until' });
  expect(await listed(inbound, 'open')).toEqual([id]);
});
