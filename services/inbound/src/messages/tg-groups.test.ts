import {
  getConversation,
  listConversationMessages,
  markConversationRead,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { textUpdate } from '../../test/wa-bodies.ts';

const GROUP = { id: -100777, title: 'Team', type: 'supergroup' };
const inGroup = (messageId: number, given: Record<string, unknown>) =>
  textUpdate(-100777, messageId, '', {
    chat: GROUP,
    text: undefined,
    from: { id: 42, is_bot: false, first_name: 'Ann', username: 'ann' },
    ...given,
  });

const NEW_KIND = 'a_kind_of_next_year';
const SERVICE = [
  'chat_owner_left',
  'chat_owner_changed',
  'new_chat_title',
  'pinned_message',
  'forum_topic_created',
  'connected_website',
  'refunded_payment',
  'gift_upgrade_sent',
  'checklist_tasks_done',
  'checklist_tasks_added',
  'direct_message_price_changed',
  'paid_message_price_changed',
  'giveaway_created',
  'giveaway',
  'giveaway_winners',
  'giveaway_completed',
  'suggested_post_approved',
  'suggested_post_approval_failed',
  'suggested_post_declined',
  'suggested_post_paid',
  'suggested_post_refunded',
  'managed_bot_created',
  NEW_KIND,
];

test('a service message of a group causes no event, no conversation, nothing unread and no bot turn', async () => {
  const inbound = await openForTest();
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId, groups: true });
  for (const [index, kind] of SERVICE.entries()) await inbound.receiveTg(inGroup(index + 1, { [kind]: { a: 1 } }));
  expect(await inbound.events()).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM messages')).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM conversations')).toEqual([]);
  // An unknown kind is kept, so that nothing is lost.
  expect(await inbound.rows('SELECT channel, reason FROM unknown_provider_events')).toEqual([
    { channel: 'tg', reason: 'notice: message of unknown kind' },
  ]);
  expect(await inbound.database.db.prisma.botTurn.count()).toBe(0);
  await inbound.receiveTg(inGroup(99, { text: 'hi' }));
  expect(await inbound.database.db.prisma.botTurn.count()).toBe(1);
});

test.each(['supergroup', 'private'])(
  'a service message reopens no resolved conversation and leaves nothing unread (chat of type %s)',
  async (type) => {
    const inbound = await openForTest();
    const receive = (messageId: number, given: Record<string, unknown>) =>
      inbound.receiveTg(inGroup(messageId, { chat: { ...GROUP, type }, ...given }));
    await receive(1, { text: 'hi' });
    const [first] = await inbound.events('message.received');
    const id = Number(first?.data.conversation_id);
    await inbound.call(markConversationRead, { slug: 'acme', id });
    await inbound.call(updateConversation, { slug: 'acme', id, status: 'resolved' });
    const known = SERVICE.filter((kind) => kind !== NEW_KIND);
    for (const [index, kind] of known.entries()) await receive(index + 2, { [kind]: { a: 1 } });
    expect(await inbound.call(getConversation, { slug: 'acme', id })).toMatchObject({ status: 'resolved', unread: 0 });
    expect(await inbound.events('message.received')).toHaveLength(1);
  },
);

test.each(['live_photo', 'rich_message'])('a %s in a group is reported with its own fields', async (kind) => {
  const inbound = await openForTest();
  await inbound.receiveTg(inGroup(1, { [kind]: { a: 1 } }));
  expect((await inbound.events()).map(({ data }) => data.attachments)).toMatchObject([
    [{ type: 'unsupported', payload: { [kind]: { a: 1 } } }],
  ]);
});

test('in a group sender.id distinguishes people, chat names the group, and the conversation has its title', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(inGroup(1, { text: 'hi' }));
  await inbound.receiveTg(inGroup(2, { text: 'yo', from: { id: 43, is_bot: false, first_name: 'Bo' } }));
  await inbound.receiveTg(textUpdate(42, 3, 'in private'));
  const events = await inbound.events();
  const chat = { type: 'supergroup', title: 'Team' };
  expect(events.map(({ data }) => [data.from, data.sender, data.chat])).toEqual([
    ['-100777', { id: '42', name: 'Ann', username: 'ann', phone: null }, chat],
    ['-100777', { id: '43', name: 'Bo', username: null, phone: null }, chat],
    ['42', { name: 'Ann', username: 'ann', phone: null }, undefined],
  ]);
  const id = Number(events[0]?.data.conversation_id);
  const conversation = await inbound.call(getConversation, { slug: 'acme', id });
  expect(conversation.name).toBe('Team');
  const { items } = await inbound.call(listConversationMessages, { slug: 'acme', id, limit: 10 });
  expect(items.map(({ author }) => author).sort()).toEqual(['Ann', 'Bo']);
});
