import type { ConversationChange, ConversationFilter } from '@parley/common/contracts/operator/conversations';
import { PLATFORM_EVENT_DATA } from '@parley/common/platform-events';
import { expect, test } from 'vitest';
import { changeConversations, type HeldConversation, isAsExpected, isStillFound } from './change-conversation.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ANN = 'mem_ann0000000';
const BOB = 'mem_bob0000000';
const BY = { type: 'operator', id: null } as const;
const held = (given: Partial<HeldConversation> = {}): HeldConversation => ({
  id: 1,
  tenantId: 7,
  channel: 'wa',
  status: 'open',
  assignee: ANN,
  bot: 'on',
  botPausedAt: null,
  unread: 0,
  isReported: true,
  ...given,
});
const change = (given: Partial<HeldConversation>, wanted: ConversationChange) =>
  changeConversations([held(given)], wanted, { by: BY, now: NOW });

test.each<[string, Partial<HeldConversation>, ConversationChange]>([
  ['nothing is asked for', {}, {}],
  ['the status that it has', { status: 'resolved' }, { status: 'resolved' }],
  ['the assignee that it has', {}, { assignee: ANN }],
  ['nobody, where there is nobody', { assignee: null }, { assignee: null }],
  ['the mode that its bot has', { bot: 'paused' }, { bot: 'paused' }],
])('a change to the current value writes and reports nothing: %s', (_title, given, wanted) => {
  expect(change(given, wanted)).toEqual({ conversations: [], platformRows: [] });
});

test.each<[string, Partial<HeldConversation>, ConversationChange, object]>([
  ['resolved', {}, { status: 'resolved' }, { status: 'resolved', closes: true, assignee: ANN, bot: 'on' }],
  ['archived', {}, { status: 'archived' }, { status: 'archived', closes: true }],
  [
    'archived, when it was resolved',
    { status: 'resolved' },
    { status: 'archived' },
    { status: 'archived', closes: false },
  ],
  ['opened', { status: 'archived' }, { status: 'open' }, { status: 'open', closes: false }],
  ['given to another', {}, { assignee: BOB }, { assignee: BOB, status: 'open', closes: false }],
  ['given to nobody', {}, { assignee: null }, { assignee: null }],
  ['without its bot', {}, { bot: 'paused' }, { bot: 'paused', botPausedAt: null, raisesEpoch: true, closes: false }],
  ['given to another, which no reply of a bot minds', {}, { assignee: BOB }, { raisesEpoch: false }],
  [
    'resolved, where a person’s answer paused the bot',
    { bot: 'paused', botPausedAt: NOW },
    { status: 'resolved' },
    { bot: 'on', botPausedAt: null, raisesEpoch: true },
  ],
  [
    'resolved, where somebody has paused the bot',
    { bot: 'paused', botPausedAt: null },
    { status: 'resolved' },
    { bot: 'paused', botPausedAt: null },
  ],
  ['resolved and given away', {}, { status: 'resolved', assignee: BOB }, { status: 'resolved', assignee: BOB }],
])('a conversation is %s', (_title, given, wanted, after) => {
  expect(change(given, wanted).conversations).toEqual([expect.objectContaining({ id: 1, ...after })]);
});

test('reports a changed status once, with its author, but no change of assignee or bot', () => {
  const { platformRows } = change({}, { status: 'resolved', assignee: BOB, bot: 'paused' });
  expect(platformRows).toMatchObject([
    { type: 'conversation-status-updated', tenantId: 7, channel: 'wa', conversationId: 1, createdAt: NOW },
  ]);
  const [row] = platformRows;
  expect(PLATFORM_EVENT_DATA['conversation-status-updated'].parse(JSON.parse(row?.data ?? ''))).toEqual({
    conversation_id: 1,
    status: 'resolved',
    previous_status: 'open',
    by: BY,
    at: NOW.toISOString(),
  });
  expect(change({}, { assignee: BOB, bot: 'paused' }).platformRows).toEqual([]);
});

test('stores a status without reporting it when no platform webhook exists', () => {
  const { conversations, platformRows } = change({ isReported: false }, { status: 'resolved' });
  expect([conversations.length, platformRows]).toEqual([1, []]);
});

test.each<[ConversationFilter, Partial<HeldConversation>, boolean]>([
  [{}, {}, true],
  [{ status: 'open' }, {}, true],
  [{ status: 'resolved' }, {}, false],
  [{ assignee: ANN }, {}, true],
  [{ assignee: ANN }, { assignee: BOB }, false],
  [{ assignee: ANN }, { assignee: null }, false],
  [{ assignee: 'none' }, { assignee: null }, true],
  [{ assignee: 'none' }, {}, false],
  [{ unread: true }, { unread: 2 }, true],
  [{ unread: true }, {}, false],
  [{ unread: false }, {}, true],
  [{ unread: false }, { unread: 1 }, false],
  [{ channel: 'wa', account: '1', q: 'Ann' }, {}, true],
])('%o still finds %o: %s', (filter, given, found) => {
  expect(isStillFound(held(given), filter)).toBe(found);
});

test.each<[Partial<HeldConversation>, boolean]>([
  [{}, true],
  [{ unread: 3, botPausedAt: NOW }, true],
  [{ status: 'resolved' }, false],
  [{ assignee: BOB }, false],
  [{ assignee: null }, false],
  [{ bot: 'paused' }, false],
])('an open conversation of Ann with its bot on matches the expectation %o: %s', (given, same) => {
  expect(isAsExpected(held(given), { status: 'open', assignee: ANN, bot: 'on' })).toBe(same);
  expect(isAsExpected(held(given), undefined)).toBe(true);
});

test('an unassigned conversation is expected as none', () => {
  const expected = { status: 'open', assignee: 'none', bot: 'on' } as const;
  expect(isAsExpected(held({ assignee: null }), expected)).toBe(true);
  expect(isAsExpected(held(), expected)).toBe(false);
});
