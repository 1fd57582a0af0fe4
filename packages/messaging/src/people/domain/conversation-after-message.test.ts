import { expect, test } from 'vitest';
import { conversationAfterMessage, type JoiningMessage, touchConversation } from './conversation-after-message.ts';
import type { ConversationFacts } from './conversation-facts.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const before = (facts: Partial<ConversationFacts> = {}): ConversationFacts => ({
  id: 1,
  tenantId: 1,
  channel: 'wa',
  channelAccountId: 1,
  contactId: 1,
  peer: 'old',
  providerThreadId: null,
  deliveredUntil: null,
  readUntil: null,
  status: 'open',
  isSnoozed: false,
  assignee: null,
  bot: 'on',
  botPausedAt: null,
  unread: 0,
  readMessageId: '0',
  lastInboundAt: at(5),
  lastMessageAt: at(6),
  ...facts,
});
const message = (minute: number, facts: Partial<JoiningMessage> = {}): JoiningMessage => ({
  id: '70',
  direction: 'in',
  at: at(minute),
  peer: 'new',
  providerThreadId: null,
  ...facts,
});

test.each([
  ['a newer message moves everything', {}, message(7), { lastInboundAt: at(7), lastMessageAt: at(7), peer: 'new' }],
  [
    'one of the same moment gives its address',
    {},
    message(5),
    { lastInboundAt: at(5), lastMessageAt: at(6), peer: 'new' },
  ],
  ['one that comes late gives nothing', {}, message(4), { lastInboundAt: at(5), lastMessageAt: at(6), peer: 'old' }],
  [
    'the first of the customer gives its address, however late',
    { lastInboundAt: null },
    message(1),
    { lastInboundAt: at(1), lastMessageAt: at(6), peer: 'new' },
  ],
  [
    'what the account sends opens no window',
    {},
    message(9, { direction: 'out' }),
    { lastInboundAt: at(5), lastMessageAt: at(9), peer: 'old' },
  ],
  ['a customer opens what was resolved', { status: 'resolved' }, message(4), { status: 'open' }],
  ['the account does not', { status: 'resolved' }, message(9, { direction: 'out' }), { status: 'resolved' }],
  [
    'the newest message names the thread',
    { providerThreadId: 'a' },
    message(6, { providerThreadId: 'b' }),
    { providerThreadId: 'b' },
  ],
  [
    'the customer’s newest message names the thread, even where a message of the account looks newer',
    { providerThreadId: 'a' },
    message(5, { providerThreadId: 'b' }),
    { providerThreadId: 'b' },
  ],
  [
    'an older one does not',
    { providerThreadId: 'a' },
    message(4, { providerThreadId: 'b' }),
    { providerThreadId: 'a' },
  ],
  ['an older one names it where none is known', {}, message(5, { providerThreadId: 'b' }), { providerThreadId: 'b' }],
  [
    'what the customer writes is unread, however late it comes',
    { unread: 1, readMessageId: '60' },
    message(4),
    { unread: 2, readMessageId: '60' },
  ],
  [
    'what the account sends elsewhere answers everything',
    { unread: 2 },
    message(9, { direction: 'out' }),
    { unread: 0, readMessageId: '70' },
  ],
  [
    'also in the moment of the customer’s last message',
    { unread: 2 },
    message(5, { direction: 'out' }),
    { unread: 0, readMessageId: '70' },
  ],
  [
    'what was sent before that message answers nothing',
    { unread: 2, readMessageId: '60' },
    message(4, { direction: 'out' }),
    { unread: 2, readMessageId: '60' },
  ],
  [
    'who begins has nothing unread',
    { lastInboundAt: null },
    message(1, { direction: 'out' }),
    { unread: 0, readMessageId: '70' },
  ],
  ['a message without a thread leaves the one known', { providerThreadId: 'a' }, message(7), { providerThreadId: 'a' }],
] as const)('%s', (_, facts, joining, after) => {
  expect(conversationAfterMessage(before(facts), joining)).toMatchObject(after);
});

test('a conversation that does not change is the same value', () => {
  const conversation = before();
  expect(conversationAfterMessage(conversation, message(4, { direction: 'out' }))).toBe(conversation);
  expect(conversationAfterMessage(conversation, message(7))).not.toBe(conversation);
});

test('activity moves forward only', () => {
  const conversation = before();
  expect(touchConversation(conversation, at(6))).toBe(conversation);
  expect(touchConversation(conversation, at(7))).toEqual({ ...conversation, lastMessageAt: at(7) });
});

test('a message of the customer ends a snooze, and an answer does not', () => {
  const snoozed = before({ isSnoozed: true });
  expect(conversationAfterMessage(snoozed, message(9)).isSnoozed).toBe(false);
  expect(conversationAfterMessage(snoozed, message(1)).isSnoozed).toBe(false);
  expect(conversationAfterMessage(snoozed, message(9, { direction: 'out' })).isSnoozed).toBe(true);
});
