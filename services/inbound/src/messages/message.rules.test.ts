import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { attachment } from '@parley/providers/received/inbound-item';
import { makeConversationFacts } from '@parley/testing/factories/conversation-facts';
import { expect, test } from 'vitest';
import {
  awaitedQuote,
  findFresh,
  findInnerReplies,
  type JoiningMessage,
  joinConversations,
  nameKey,
  storeAttachment,
} from './message.rules.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 10, 0, second));
const named = (channelAccountId: number, providerMessageId: string) => ({ channelAccountId, providerMessageId });

test.each([
  ['a new one', [named(1, 'a')], [], [0]],
  ['one that is stored', [named(1, 'a')], [named(1, 'a')], []],
  ['one with the id of another account’s message', [named(1, 'a')], [named(2, 'a')], [0]],
  ['twins in one batch: the first', [named(1, 'a'), named(1, 'b'), named(1, 'a')], [], [0, 1]],
  ['twins of two accounts: both', [named(1, 'a'), named(2, 'a')], [], [0, 1]],
  ['twins of a stored one: neither', [named(1, 'a'), named(1, 'a')], [named(1, 'a')], []],
])('only messages that are not stored yet are new: %s', (_title, messages, stored, positions) => {
  const fresh = findFresh(messages, new Set(stored.map(nameKey)));
  expect(fresh.map(({ position }) => position)).toEqual(positions);
  expect(fresh.map(({ message }) => message)).toEqual(positions.map((position) => messages[position]));
});

test.each([
  ['of a linked device that is not stored: its id', 'wd', null, 'a', 'a'],
  ['of a linked device that is stored: none', 'wd', '7', 'a', null],
  ['of no message: none', 'wd', null, null, null],
  ['of another channel, which imports nothing: none', 'tg', null, 'a', null],
] as const)(
  'the quoted message that an import may bring, %s',
  (_title, channel, replyToId, replyToProviderId, awaited) => {
    expect(awaitedQuote({ channel, replyToId, replyToProviderId })).toBe(awaited);
  },
);

const replying = (id: string, replyToProviderId: string | null, account = 1) => ({
  ...named(account, id),
  replyToProviderId,
});

test.each([
  ['none', [replying('a', null), replying('b', 'elsewhere')], []],
  ['an earlier one', [replying('a', null), replying('b', 'a')], [['1 b', named(1, 'a')]]],
  ['a later one', [replying('b', 'a'), replying('a', null)], []],
  ['itself', [replying('a', 'a')], []],
  ['one of another account', [replying('a', null, 2), replying('b', 'a')], []],
  [
    'one that is an answer itself',
    [replying('a', null), replying('b', 'a'), replying('c', 'b')],
    [
      ['1 b', named(1, 'a')],
      ['1 c', named(1, 'b')],
    ],
  ],
])('finds the replies between messages of one batch: %s', (_title, messages, replies) => {
  expect([...findInnerReplies(messages)]).toEqual(replies);
});

const conversation = (given: Partial<ConversationFacts> = {}): ConversationFacts =>
  makeConversationFacts({
    id: 3,
    channelAccountId: 2,
    contactId: 4,
    peer: 'old',
    status: 'resolved',
    lastInboundAt: at(5),
    lastMessageAt: at(6),
    ...given,
  });

let lastId = 100;
/** `in7:b:t`: from the customer at second 7, by the address b, in the thread t. */
function joining(short: string, joined = conversation()): JoiningMessage {
  const [when = '', address = '', threadId = null] = short.split(':');
  return {
    message: {
      id: String(++lastId),
      direction: when.startsWith('in') ? 'in' : 'out',
      happenedAt: at(Number(/\d+$/.exec(when)?.[0])),
      addresses: [address, 'an alias'],
      threadId,
    },
    conversation: joined,
  };
}

test.each([
  ['the last address wins', ['in7:b', 'in8:c'], { peer: 'c', lastInboundAt: at(8), lastMessageAt: at(8) }],
  ['a later one that was written earlier does not', ['in8:c', 'in7:b'], { peer: 'c', lastInboundAt: at(8) }],
  ['of one moment the later one', ['in8:c', 'in8:b'], { peer: 'b', lastInboundAt: at(8) }],
  ['an old one opens the conversation, and moves nothing', ['in4:b'], { peer: 'old', lastInboundAt: at(5) }],
  [
    'a phone’s own does not open it',
    ['out9:b'],
    { peer: 'old', status: 'resolved', lastInboundAt: at(5), lastMessageAt: at(9) },
  ],
  ['the thread of the newest', ['in7:b:t1', 'out9:b:t2'], { providerThreadId: 't2', lastInboundAt: at(7) }],
  ['the thread that the customer wrote in last', ['out9:b:t2', 'in8:b:t3'], { providerThreadId: 't3' }],
  ['a newest one without a thread keeps it', ['in7:b:t1', 'in8:b'], { providerThreadId: 't1' }],
])('messages of one conversation in one batch join it one after the other: %s', (_title, shorts, after) => {
  const status = shorts.some((short) => short.startsWith('in')) ? 'open' : 'resolved';
  const joined = conversation();
  expect(joinConversations(shorts.map((short) => joining(short, joined)))).toEqual([
    expect.objectContaining({ id: 3, status, ...after }),
  ]);
});

test('a conversation that does not change is left alone', () => {
  expect(joinConversations([joining('out3:b')])).toEqual([]);
});

test.each([
  ['each of the customer is unread', ['in7:b', 'in8:b'], 2],
  ['what the phone answered is not', ['in7:b', 'out8:b'], 0],
  ['what comes after that is', ['in7:b', 'out8:b', 'in9:b'], 1],
  ['one of the phone that was written earlier, and comes late, answers nothing', ['in7:b', 'out6:b'], 1],
])('messages of one batch: %s', (_title, shorts, unread) => {
  const joined = conversation();
  expect(joinConversations(shorts.map((short) => joining(short, joined)))).toMatchObject([{ unread }]);
});

test('conversations do not affect each other', () => {
  const changed = joinConversations([joining('in7:b'), joining('in8:c', conversation({ id: 9, peer: 'x' }))]);
  expect(changed.map(({ id, peer }) => [id, peer])).toEqual([
    [3, 'b'],
    [9, 'c'],
  ]);
});

const addressOf = (id: string): string => `https://parley.example/media/${id}`;

test('a file gets our own address, and its location at the provider is not shown', () => {
  const given = { providerMediaId: '1003383421387256', mimeType: 'image/jpeg', filename: 'a.jpg', size: 7 };
  const { shown, file } = storeAttachment(attachment('image', given), addressOf);
  expect(shown).toEqual({
    id: shown.id,
    type: 'image',
    url: addressOf(shown.id),
    mime_type: 'image/jpeg',
    filename: 'a.jpg',
    size: 7,
    payload: null,
  });
  expect(file).toMatchObject({ id: shown.id, providerMediaId: '1003383421387256', sourceUrl: null });
});

test('a location or a contact has its own fields and no file', () => {
  const { shown, file } = storeAttachment(
    attachment('location', { payload: { latitude: 1.5, longitude: 2 } }),
    addressOf,
  );
  expect(shown).toMatchObject({ type: 'location', url: null, payload: { latitude: 1.5, longitude: 2 } });
  expect(file).toBeNull();
});

test('a sender’s claims about a file are reported and stored only where they are plausible', () => {
  const given = { providerMediaId: '1', mimeType: 'text/html\r\nx: y', filename: 'a\r\nb', size: -5 };
  const cleaned = { filename: 'a__b', size: null };
  expect(storeAttachment(attachment('document', given), addressOf)).toMatchObject({
    shown: { ...cleaned, mime_type: null },
    file: { ...cleaned, mimeType: null },
  });
});
