import type { Channel } from '@parley/common/channels';
import { conversations } from '@parley/common/contracts/reading/conversations';
import { messages } from '@parley/common/contracts/reading/messages';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { NUMBER } from '../../../inbound/test/seed-database.ts';
import { messagesBody, textMessage, textUpdate } from '../../../inbound/test/wa-bodies.ts';
import { addTenant } from '../../test/open-desk.ts';

const at = (second: number) => ({ timestamp: String(1_772_359_200 + second) });

/** Calls an action with a key of these channels. */
const keyOf =
  ({ bus, tenantId }: OpenInbound, channels: Channel[], tenant = { tenantId, tenantSlug: 'acme' }) =>
  <C extends Contract>(contract: C, input: InputOf<C>) =>
    bus.call(contract, input, {
      requestId: 'req_test',
      caller: { ...tenant, instanceId: 'ins_0123456789', channels },
    });

const writeTwo = async (inbound: OpenInbound): Promise<void> => {
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'hello', at(0))));
  await inbound.receiveMeta(messagesBody('Bob', textMessage('15557654321', 'price?', at(1))));
  await inbound.receiveTg(textUpdate(42, 1, 'on tg'));
};

const answer = (inbound: OpenInbound, peer: string) =>
  inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
     SELECT tenant_id, conversation_id, channel_account_id, channel, 'out', 'dashboard', 'sent', peer, 'answer', now()
       FROM messages WHERE peer = $1 LIMIT 1`,
    peer,
  );

test('a key lists the conversations of its channels, page by page, by who waits and with whom', async () => {
  const inbound = await openForTest();
  await writeTwo(inbound);
  await answer(inbound, '+15551234567');
  const read = keyOf(inbound, ['wa']);
  const peersOf = async (input: Partial<InputOf<typeof conversations>>) =>
    (await read(conversations, { limit: 10, ...input })).conversations.map(({ peer }) => peer);
  expect(await peersOf({})).toEqual(['+15557654321', '+15551234567']);
  expect(await peersOf({ waiting: true })).toEqual(['+15557654321']);
  expect(await peersOf({ waiting: false })).toEqual(['+15551234567']);
  expect(await peersOf({ peer: '+15551234567' })).toEqual(['+15551234567']);
  expect(await peersOf({ peer: '+1555123456' })).toEqual([]);
  expect(await peersOf({ peer: '42' })).toEqual([]);
  expect(await peersOf({ channel: 'tg' })).toEqual([]);
  const first = await read(conversations, { limit: 1 });
  expect(first).toMatchObject({ count: 1, conversations: [{ name: 'Bob', waiting: true, unread: 1 }] });
  const second = await read(conversations, { limit: 1, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ conversations: [{ name: 'Ann', waiting: false }], nextCursor: null });
  expect((await keyOf(inbound, ['wa', 'tg'])(conversations, { limit: 10 })).count).toBe(3);
});

test('a key reads the messages of a conversation with their sender and recipient, newest first', async () => {
  const inbound = await openForTest();
  await writeTwo(inbound);
  await answer(inbound, '+15551234567');
  const read = keyOf(inbound, ['wa']);
  const [ann] = (await read(conversations, { limit: 10, peer: '+15551234567' })).conversations;
  const conversationId = ann?.conversationId ?? 0;
  const first = await read(messages, { conversationId, limit: 1 });
  expect(first).toMatchObject({
    ...{ channel: 'wa', count: 1 },
    messages: [{ direction: 'out', text: 'answer', from: NUMBER, to: '+15551234567' }],
  });
  const second = await read(messages, { conversationId, limit: 1, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({
    messages: [{ direction: 'in', text: 'hello', from: '+15551234567', to: NUMBER, deletedAt: null }],
    nextCursor: null,
  });
});

test('a conversation of another channel or another tenant does not exist for a key', async () => {
  const inbound = await openForTest();
  await writeTwo(inbound);
  const [tg] = (await keyOf(inbound, ['tg'])(conversations, { limit: 10 })).conversations;
  const conversationId = tg?.conversationId ?? 0;
  expect((await keyOf(inbound, ['tg'])(messages, { conversationId, limit: 10 })).count).toBe(1);
  const unknown = { code: 'unknown_conversation', status: 404 };
  await expect(keyOf(inbound, ['wa'])(messages, { conversationId, limit: 10 })).rejects.toMatchObject(unknown);
  const tenantId = await addTenant(inbound, 'other');
  const other = keyOf(inbound, ['tg', 'wa'], { tenantId, tenantSlug: 'other' });
  await expect(other(messages, { conversationId, limit: 10 })).rejects.toMatchObject(unknown);
  const all = await keyOf(inbound, ['wa', 'tg'])(conversations, { limit: 1 });
  // A cursor is a position only: with the key of another tenant it shows nothing.
  expect(await other(conversations, { limit: 10, cursor: all.nextCursor ?? '' })).toMatchObject({ count: 0 });
});

test('a forged cursor, and one of the other list, is invalid_cursor', async () => {
  const inbound = await openForTest();
  await writeTwo(inbound);
  const read = keyOf(inbound, ['wa']);
  const { conversations: found, nextCursor } = await read(conversations, { limit: 1 });
  const refused = { code: 'invalid_cursor', status: 400 };
  await expect(read(conversations, { limit: 1, cursor: 'abc' })).rejects.toMatchObject(refused);
  const conversationId = found[0]?.conversationId ?? 0;
  const cursor = nextCursor ?? '';
  await expect(read(messages, { conversationId, limit: 1, cursor })).rejects.toMatchObject(refused);
});
