import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { textUpdate } from '../../test/wa-bodies.ts';

const ANN = { id: 42, is_bot: false, first_name: 'Ann', username: 'ann' };
const OWNER = { id: 99, is_bot: false, first_name: 'Olga' };
const PRIVATE = { id: 42, first_name: 'Ann', username: 'ann', type: 'private' };
const TEAM = { id: -100777, title: 'Team', type: 'supergroup' };
const CONNECTION = 'bc_1-A';
const BUSINESS_CHAT = `42@${CONNECTION}`;

async function open() {
  const inbound = await openForTest();
  await inbound.rows('UPDATE api_keys SET events = events || $1::text[]', [...OPT_IN_EVENT_TYPES]);
  let updates = 0;
  const receive = async (update: object) => {
    updates++;
    // The provider repeats each webhook.
    for (const _repeat of [1, 2]) await inbound.receiveTg({ update_id: updates, ...update });
  };
  /** A poll that was sent through Parley into the only conversation, as the send path stores it. */
  const sendPoll = async (pollId: string) => {
    const [poll] = await inbound.rows<{ id: string }>(
      `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                             attachments, extra, provider_message_id, happened_at)
       SELECT tenant_id, id, channel_account_id, 'tg', 'out', 'api', 'sent', peer, '', '[]', $1, peer || ':900', now()
         FROM conversations RETURNING id`,
      JSON.stringify({ content: { poll: { question: 'Drink?', options: ['Tea', 'Coffee'], multiple: true } } }),
    );
    await inbound.rows(
      `INSERT INTO message_parts (message_id, channel_account_id, provider_message_id)
       SELECT id, channel_account_id, $1 FROM messages WHERE id = $2`,
      `poll:${pollId}`,
      poll?.id,
    );
    return poll?.id;
  };
  const vote = (pollId: string, optionIds: unknown[], given: object = {}) =>
    receive({
      poll_answer: { poll_id: pollId, user: ANN, option_ids: optionIds, option_persistent_ids: [], ...given },
    });
  return { inbound, receive, sendPoll, vote };
}

test('a vote in a private chat names the poll and its options, and each later vote is another message', async () => {
  const { inbound, receive, sendPoll, vote } = await open();
  await receive({ message: textUpdate(42, 1, 'hi').message });
  const poll = await sendPoll('5');
  await vote('5', [1]);
  await vote('5', []);
  await vote('5', [1, 0]);
  const [first, ...votes] = await inbound.events('message.received');
  expect(votes.map(({ data }) => [data.from, data.text, data.reply_to, data.poll_answer])).toEqual([
    ['42', 'Coffee', poll, { options: [{ index: 1, title: 'Coffee' }] }],
    ['42', '', poll, { options: [] }],
    [
      '42',
      'Coffee, Tea',
      poll,
      {
        options: [
          { index: 1, title: 'Coffee' },
          { index: 0, title: 'Tea' },
        ],
      },
    ],
  ]);
  for (const { data } of votes) expect(data.conversation_id).toBe(first?.data.conversation_id);
});

test('a vote in a group is in the conversation of the group, with the voter as sender', async () => {
  const { inbound, receive, sendPoll, vote } = await open();
  await receive({ message: textUpdate(-100777, 1, 'hi', { chat: TEAM, from: OWNER }).message });
  const poll = await sendPoll('6');
  await vote('6', [0]);
  const [first, voted] = await inbound.events('message.received');
  expect(voted?.data).toMatchObject({
    conversation_id: first?.data.conversation_id,
    from: '-100777',
    sender: { id: '42', name: 'Ann', username: 'ann' },
    chat: { type: 'supergroup', title: 'Team' },
    reply_to: poll,
    poll_answer: { options: [{ index: 0, title: 'Tea' }] },
  });
});

test('a vote in a poll that Parley does not know is in the voter’s own chat', async () => {
  const { inbound, vote } = await open();
  await vote('unknown', [2]);
  const [voted] = await inbound.events('message.received');
  expect(voted?.data).toMatchObject({
    from: '42',
    text: '',
    reply_to: null,
    poll_answer: { options: [{ index: 2, title: null }] },
  });
});

test('the conversation of a forum keeps the topic of the newest message', async () => {
  const { inbound, receive } = await open();
  const write = async (messageId: number, given: object) => {
    await receive({ message: textUpdate(-100777, messageId, 'hi', { chat: TEAM, from: ANN, ...given }).message });
    const [conversation] = await inbound.rows<{ provider_thread_id: string }>('SELECT * FROM conversations');
    return conversation?.provider_thread_id;
  };
  expect(await write(1, { message_thread_id: 3, is_topic_message: true })).toBe('3');
  // A thread of replies is no topic.
  expect(await write(2, { message_thread_id: 1 })).toBe('1');
  expect(await write(3, { message_thread_id: 8, is_topic_message: true })).toBe('8');
});

test('a business chat is a separate conversation, and a message of its owner is message.sent', async () => {
  const { inbound, receive } = await open();
  const message = { business_connection_id: CONNECTION, chat: PRIVATE, date: 1_780_000_000 };
  await receive({ message: textUpdate(42, 1, 'to the bot').message });
  await receive({ business_message: { ...message, message_id: 1, from: ANN, text: 'to the person' } });
  await receive({ business_message: { ...message, message_id: 2, from: OWNER, text: 'Yes?' } });
  await receive({
    business_message: { ...message, message_id: 3, from: OWNER, sender_business_bot: { id: 7 }, text: 'by the bot' },
  });
  await receive({
    edited_business_message: { ...message, message_id: 1, from: ANN, edit_date: 1_780_000_060, text: 'edited' },
  });
  await receive({
    deleted_business_messages: { business_connection_id: CONNECTION, chat: PRIVATE, message_ids: [1, 2, 900] },
  });
  const events = await inbound.events();
  expect(events.map(({ type, data }) => [type, data.from ?? data.to ?? data.peer, data.text ?? data.by])).toEqual([
    ['message.received', '42', 'to the bot'],
    ['message.received', BUSINESS_CHAT, 'to the person'],
    ['message.sent', BUSINESS_CHAT, 'Yes?'],
    ['message.updated', BUSINESS_CHAT, 'edited'],
    ['message.deleted', BUSINESS_CHAT, 'customer'],
    ['message.deleted', BUSINESS_CHAT, 'account'],
  ]);
  expect(events[2]?.data).toMatchObject({ origin: 'phone', provider_message_id: `${BUSINESS_CHAT}:2` });
  expect(new Set(events.map(({ data }) => data.conversation_id)).size).toBe(2);
});

const connection = (id: string, given: object = {}) => ({
  business_connection: { id, user: OWNER, user_chat_id: OWNER.id, date: 1_780_000_000, is_enabled: true, ...given },
});
const inAccount = (id: string, messageId: number, given: object = {}) => ({
  business_message: {
    business_connection_id: id,
    message_id: messageId,
    chat: PRIVATE,
    date: 1_780_000_100,
    from: ANN,
    text: `message ${messageId}`,
    ...given,
  },
});

test('a later connection of the same owner continues the same conversation, with the same address and message ids', async () => {
  const { inbound, receive } = await open();
  await receive(connection(CONNECTION));
  await receive(inAccount(CONNECTION, 1));
  await receive(connection(CONNECTION, { is_enabled: false }));
  await receive(connection('bc_2', { date: 1_780_000_050 }));
  await receive(inAccount('bc_2', 2, { reply_to_message: { message_id: 1 } }));
  await receive(inAccount('bc_2', 3, { from: OWNER }));
  const { business_message: first } = inAccount('bc_2', 1, { edit_date: 1_780_000_060, text: 'edited' });
  await receive({ edited_business_message: first });
  await receive({ deleted_business_messages: { business_connection_id: 'bc_2', chat: PRIVATE, message_ids: [2] } });
  // A person who writes for the first time through the later connection.
  await receive(inAccount('bc_2', 4, { chat: { ...PRIVATE, id: 43 }, from: { ...ANN, id: 43 } }));
  const events = await inbound.events();
  expect(events.map(({ type, data }) => [type, data.from ?? data.to ?? data.peer, data.provider_message_id])).toEqual([
    ['message.received', BUSINESS_CHAT, `${BUSINESS_CHAT}:1`],
    ['message.received', BUSINESS_CHAT, `${BUSINESS_CHAT}:2`],
    ['message.sent', BUSINESS_CHAT, `${BUSINESS_CHAT}:3`],
    ['message.updated', BUSINESS_CHAT, `${BUSINESS_CHAT}:1`],
    ['message.deleted', BUSINESS_CHAT, `${BUSINESS_CHAT}:2`],
    ['message.received', `43@${CONNECTION}`, `43@${CONNECTION}:4`],
  ]);
  expect(events[1]?.data.reply_to).toBe(String(events[0]?.data.message_id));
  expect(new Set(events.slice(0, 5).map(({ data }) => data.conversation_id)).size).toBe(1);
  expect(
    await inbound.rows('SELECT connection_id, owner_id, is_enabled FROM business_connections ORDER BY id'),
  ).toEqual([
    { connection_id: CONNECTION, owner_id: '99', is_enabled: false },
    { connection_id: 'bc_2', owner_id: '99', is_enabled: true },
  ]);
});

test('connections of different owners, and of different bots, stay apart', async () => {
  const { inbound, receive } = await open();
  await receive(connection(CONNECTION));
  await receive(connection('bc_2', { user: { ...OWNER, id: 98 } }));
  await receive(inAccount(CONNECTION, 1));
  await receive(inAccount('bc_2', 2));
  await inbound.rows(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials)
     SELECT tenant_id, 'tg', '1', 'other', '' FROM channel_accounts WHERE channel = 'tg' LIMIT 1`,
  );
  await inbound.rows(
    `INSERT INTO business_connections (channel_account_id, tenant_id, connection_id, owner_id, connected_at, is_enabled)
     SELECT id, tenant_id, 'bc_3', '99', now(), true FROM channel_accounts WHERE external_id = '1'`,
  );
  await receive(inAccount('bc_3', 3));
  expect((await inbound.events()).map(({ data }) => data.from)).toEqual([BUSINESS_CHAT, '42@bc_2', '42@bc_3']);
});

test('after a message that overtakes the report of its connection, the person’s next one continues the first conversation', async () => {
  const { inbound, receive } = await open();
  await receive(connection(CONNECTION));
  await receive(inAccount(CONNECTION, 1));
  await receive(inAccount('bc_2', 2));
  await receive(connection('bc_2'));
  await receive(inAccount('bc_2', 3));
  const [first, early, next] = (await inbound.events()).map(({ data }) => data);
  expect([first?.from, early?.from, next?.from]).toEqual([BUSINESS_CHAT, '42@bc_2', BUSINESS_CHAT]);
  expect(next?.conversation_id).toBe(first?.conversation_id);
  expect(await inbound.rows('SELECT DISTINCT contact_id FROM contact_addresses')).toHaveLength(1);
});

test('a connection that was made before Parley had the bot is known from a message of its owner', async () => {
  const { inbound, receive } = await open();
  await receive(inAccount(CONNECTION, 1));
  await receive(inAccount(CONNECTION, 2, { from: OWNER }));
  await receive(connection('bc_2', { date: 1_780_000_200 }));
  await receive(inAccount('bc_2', 3));
  const events = await inbound.events();
  expect(events.map(({ data }) => data.from ?? data.to)).toEqual([BUSINESS_CHAT, BUSINESS_CHAT, BUSINESS_CHAT]);
  expect(new Set(events.map(({ data }) => data.conversation_id)).size).toBe(1);
});

test.each([
  ['without an owner', { user: {} }],
  ['with an id that is no part of an address', { id: 'a:b@c' }],
  ['that is neither enabled nor not', { is_enabled: 'yes' }],
])('a connection %s is kept as unknown', async (_what, given) => {
  const { inbound, receive } = await open();
  await receive(connection(CONNECTION, given));
  expect(await inbound.rows('SELECT 1 FROM business_connections')).toEqual([]);
  expect(await inbound.rows('SELECT DISTINCT reason FROM unknown_provider_events')).toEqual([
    { reason: 'business connection of unknown shape' },
  ]);
});

test('only a deletion of a business connection is applied, and a connection id of unknown form is kept', async () => {
  const { inbound, receive } = await open();
  await receive({ message: textUpdate(42, 1, 'hi').message });
  await receive({ deleted_business_messages: { chat: PRIVATE, message_ids: [1] } });
  const { message } = textUpdate(42, 2, 'hi', { business_connection_id: 'a:b@c' });
  await receive({ business_message: message });
  expect((await inbound.events()).map(({ type }) => type)).toEqual(['message.received']);
  expect(await inbound.rows('SELECT DISTINCT reason FROM unknown_provider_events ORDER BY reason')).toEqual([
    { reason: 'deletion of unknown shape' },
    { reason: 'message without chat or id' },
  ]);
});
