import { expect, test } from 'vitest';
import type { ConversationFacts } from './conversation-facts.ts';
import { mergeConversations } from './merge-conversations.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const conversation = (id: number, contactId: number, facts: Partial<ConversationFacts> = {}): ConversationFacts => ({
  id,
  tenantId: 1,
  channel: 'wa',
  channelAccountId: 1,
  contactId,
  peer: `peer of ${id}`,
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
  lastInboundAt: null,
  lastMessageAt: at(0),
  ...facts,
});
const KEPT = 1;

test.each([
  ['that of the kept contact goes on', [conversation(10, KEPT), conversation(20, 2)], [[10, KEPT]]],
  ['also where it is the newer one', [conversation(20, KEPT), conversation(10, 2)], [[20, KEPT]]],
  ['where the kept contact has none, the other moves', [conversation(20, 2)], [[20, KEPT]]],
  ['of two others the oldest moves', [conversation(30, 3), conversation(20, 2)], [[20, KEPT]]],
  [
    'every account keeps one',
    [conversation(10, KEPT), conversation(20, 2, { channelAccountId: 2 })],
    [
      [10, KEPT],
      [20, KEPT],
    ],
  ],
  ['nothing to merge', [], []],
])('%s', (_, conversations, surviving) => {
  expect(mergeConversations(KEPT, conversations).map(({ id, contactId }) => [id, contactId])).toEqual(surviving);
});

test.each([
  [
    'the window of wa: the last message of the customer, wherever it was',
    { lastInboundAt: at(1) },
    { lastInboundAt: at(2) },
    { lastInboundAt: at(2) },
  ],
  ['an older one changes nothing', { lastInboundAt: at(2) }, { lastInboundAt: at(1) }, { lastInboundAt: at(2) }],
  ['nobody wrote to the one that goes on', {}, { lastInboundAt: at(1) }, { lastInboundAt: at(1) }],
  [
    'watermarks never go back',
    { deliveredUntil: at(2), readUntil: at(1) },
    { deliveredUntil: at(1), readUntil: at(2) },
    { deliveredUntil: at(2), readUntil: at(2) },
  ],
  ['its own thread stays', { providerThreadId: 'own' }, { providerThreadId: 'other' }, { providerThreadId: 'own' }],
  [
    'the thread of the other is taken where it has none',
    {},
    { providerThreadId: 'other' },
    { providerThreadId: 'other' },
  ],
  [
    'address, status and activity stay its own',
    { status: 'resolved' },
    { status: 'open', lastMessageAt: at(9) },
    { status: 'resolved', peer: 'peer of 10', lastMessageAt: at(0) },
  ],
  [
    'what is unread stays with its messages',
    { unread: 1 },
    { unread: 2, readMessageId: '9' },
    { unread: 1, readMessageId: '0' },
  ],
  ['its own assignee stays', { assignee: 'mem_a' }, { assignee: 'mem_b' }, { assignee: 'mem_a' }],
  ['the assignee of the other is taken where it has none', {}, { assignee: 'mem_b' }, { assignee: 'mem_b' }],
  ['a pause of the bot stays', { bot: 'paused' }, {}, { bot: 'paused' }],
  ['a pause of the other counts', {}, { bot: 'paused' }, { bot: 'paused' }],
  [
    'a pause that ends by itself still does',
    {},
    { bot: 'paused', botPausedAt: at(1) },
    { bot: 'paused', botPausedAt: at(1) },
  ],
  [
    'of two such pauses the later one holds',
    { bot: 'paused', botPausedAt: at(2) },
    { bot: 'paused', botPausedAt: at(1) },
    { bot: 'paused', botPausedAt: at(2) },
  ],
  [
    'a pause without an end holds longest',
    { bot: 'paused', botPausedAt: at(2) },
    { bot: 'paused' },
    { bot: 'paused', botPausedAt: null },
  ],
] as const)('%s', (_, kept, other, merged) => {
  expect(mergeConversations(KEPT, [conversation(20, 2, other), conversation(10, KEPT, kept)])).toMatchObject([merged]);
});

test('merging three takes the latest values of all, and the thread of the oldest', () => {
  const merged = mergeConversations(KEPT, [
    conversation(30, 3, { lastInboundAt: at(3), providerThreadId: 'third' }),
    conversation(10, KEPT),
    conversation(20, 2, { lastInboundAt: at(2), providerThreadId: 'second' }),
  ]);
  expect(merged).toMatchObject([{ id: 10, lastInboundAt: at(3), providerThreadId: 'second' }]);
});

test.each([
  ['another open one is in sight', { isSnoozed: false }, false],
  ['the other is snoozed too', { isSnoozed: true }, true],
  ['the other is closed', { status: 'resolved' as const }, true],
])('a snooze after a merge: %s', (_title, other, isSnoozed) => {
  const [merged] = mergeConversations(KEPT, [conversation(10, KEPT, { isSnoozed: true }), conversation(20, 2, other)]);
  expect(merged?.isSnoozed).toBe(isSnoozed);
});
