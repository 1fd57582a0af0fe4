import type { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import { PLATFORM_EVENT_DATA } from '@parley/common/events/platform-events';
import { expect, test } from 'vitest';
import type { HeldTeam } from '../teams/team.rules.ts';
import {
  type CheckedChange,
  changeConversations,
  type HeldConversation,
  isAsExpected,
  isStillFound,
} from './change-conversation.rules.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const LATER = new Date('2026-11-23T06:00:00.000Z');
const ANN = 'mem_ann0000000';
const BOB = 'mem_bob0000000';
const BY = { type: 'operator', id: null } as const;
const held = (given: Partial<HeldConversation> = {}): HeldConversation => ({
  id: 1,
  tenantId: 7,
  channel: 'wa',
  status: 'open',
  snooze: null,
  assignee: ANN,
  team: null,
  bot: 'on',
  botPausedAt: null,
  labels: [],
  unread: 0,
  isReported: true,
  ...given,
});
const change = (given: Partial<HeldConversation>, wanted: CheckedChange) =>
  changeConversations([held(given)], wanted, { by: BY, now: NOW });

test.each<[string, Partial<HeldConversation>, CheckedChange]>([
  ['nothing is asked for', {}, {}],
  ['the status that it has', { status: 'resolved' }, { status: 'resolved' }],
  ['the assignee that it has', {}, { assignee: ANN }],
  ['nobody, where there is nobody', { assignee: null }, { assignee: null }],
  ['a label that it has', { labels: ['lbl_a'] }, { addLabels: ['lbl_a'] }],
  ['to remove a label that it has not', { labels: ['lbl_a'] }, { removeLabels: ['lbl_b'] }],
  ['a label that is added and removed', {}, { addLabels: ['lbl_a'], removeLabels: ['lbl_a'] }],
  ['the snooze that it has', { snooze: { until: LATER } }, { snooze: { until: new Date(LATER) } }],
  ['no snooze, where there is none', {}, { snooze: null }],
  ['to stay open', {}, { status: 'open' }],
  ['the mode that its bot has', { bot: 'paused' }, { bot: 'paused' }],
])('a change to the current value writes and reports nothing: %s', (_title, given, wanted) => {
  expect(change(given, wanted)).toEqual({
    conversations: [],
    labels: { added: [], removed: [] },
    shown: [],
    turn: null,
    platformRows: [],
  });
});

test.each<[string, Partial<HeldConversation>, CheckedChange, object]>([
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

test('a change of labels writes those that differ, leaves a bot’s reply alone, and reports nothing', () => {
  const writes = change({ labels: ['lbl_a', 'lbl_b'] }, { addLabels: ['lbl_b', 'lbl_c'], removeLabels: ['lbl_a'] });
  expect(writes).toMatchObject({
    conversations: [{ id: 1, labels: ['lbl_b', 'lbl_c'], raisesEpoch: false, closes: false }],
    labels: { added: [{ id: 1, labelId: 'lbl_c' }], removed: [{ id: 1, labelId: 'lbl_a' }] },
    platformRows: [],
  });
});

test('a conversation whose label is gone is no longer found by it', () => {
  expect(isStillFound(held({ labels: ['lbl_a'] }), { label: 'lbl_a' })).toBe(true);
  expect(isStillFound(held(), { label: 'lbl_a' })).toBe(false);
});

const UNTIL_ANSWER = { until: null };
test.each<[string, Partial<HeldConversation>, CheckedChange, object]>([
  ['until a time', {}, { snooze: { until: LATER } }, { status: 'open', snooze: { until: LATER }, closes: false }],
  ['until another time', { snooze: { until: NOW } }, { snooze: { until: LATER } }, { snooze: { until: LATER } }],
  ['until an answer', { snooze: { until: NOW } }, { snooze: UNTIL_ANSWER }, { snooze: UNTIL_ANSWER }],
  ['and thereby opened', { status: 'resolved' }, { snooze: UNTIL_ANSWER }, { status: 'open', snooze: UNTIL_ANSWER }],
  ['no longer', { snooze: UNTIL_ANSWER }, { snooze: null }, { status: 'open', snooze: null }],
  ['no longer, since it was opened', { snooze: UNTIL_ANSWER }, { status: 'open' }, { snooze: null }],
  [
    'no longer, since it was resolved',
    { snooze: UNTIL_ANSWER },
    { status: 'resolved' },
    { snooze: null, closes: true },
  ],
  ['still, when it is assigned', { snooze: UNTIL_ANSWER }, { assignee: BOB }, { snooze: UNTIL_ANSWER }],
])('a conversation is snoozed %s, and no reply of a bot is dropped', (_title, given, wanted, expected) => {
  const { conversations } = change(given, wanted);
  expect(conversations).toMatchObject([expected]);
  expect(conversations[0]?.raisesEpoch).toBe(conversations[0]?.status !== (given.status ?? 'open'));
});

test.each<[Partial<HeldConversation>, CheckedChange, [string, string | null][]]>([
  [
    {},
    { assignee: BOB, status: 'resolved' },
    [
      ['assigned', BOB],
      ['status', 'resolved'],
    ],
  ],
  [{}, { assignee: null }, [['assigned', null]]],
  [{}, { snooze: { until: LATER } }, [['snoozed', LATER.toISOString()]]],
  [{}, { snooze: UNTIL_ANSWER }, [['snoozed', null]]],
  [{ snooze: UNTIL_ANSWER }, { snooze: null }, [['woken', null]]],
  [{ snooze: UNTIL_ANSWER }, { status: 'archived' }, [['status', 'archived']]],
  [{}, { bot: 'paused', addLabels: ['lbl_a'] }, []],
])('the thread of %j after %j shows %j', (given, wanted, lines) => {
  expect(change(given, wanted).shown.map(({ kind, value }) => [kind, value])).toEqual(lines);
});

test('a snoozed conversation is found among the snoozed, and not among the open ones', () => {
  const snoozed = held({ snooze: UNTIL_ANSWER });
  expect(isStillFound(snoozed, { status: 'snoozed' })).toBe(true);
  expect(isStillFound(snoozed, { status: 'open' })).toBe(false);
  expect(isStillFound(held(), { status: 'snoozed' })).toBe(false);
});

const team = (given: Partial<HeldTeam> = {}): HeldTeam => ({
  row: 7,
  teamId: 'tea_support',
  name: 'Support',
  byTurns: false,
  members: [
    { row: 1, memberId: ANN },
    { row: 2, memberId: BOB },
  ],
  lastTurn: null,
  ...given,
});

test.each<[string, Partial<HeldConversation>, CheckedChange, string | null]>([
  ['keeps an assignee who is in it', {}, { team: team() }, ANN],
  ['removes one who is not', { assignee: 'mem_eve0000000' }, { team: team() }, null],
  ['names the next by turns', { assignee: null }, { team: team({ byTurns: true, lastTurn: 1 }) }, BOB],
  ['keeps one who is in it also with turns', { assignee: BOB }, { team: team({ byTurns: true }) }, BOB],
  ['leaves a given assignee', { assignee: null }, { team: team({ byTurns: true }), assignee: BOB }, BOB],
  ['has nobody without members', { assignee: null }, { team: team({ byTurns: true, members: [] }) }, null],
  ['that is taken away leaves the assignee', { team: team() }, { team: null }, ANN],
])('a team %s', (_title, given, wanted, assignee) => {
  expect(change(given, wanted).conversations).toMatchObject([{ assignee, team: wanted.team ?? null }]);
});

test('turns continue over many conversations, and are stored only if one was taken', () => {
  const held3 = [1, 2, 3].map((id) => held({ id, assignee: null }));
  const by = { by: BY, now: NOW };
  const writes = changeConversations(held3, { team: team({ byTurns: true }) }, by);
  expect(writes.conversations.map(({ assignee }) => assignee)).toEqual([ANN, BOB, ANN]);
  expect(writes.turn).toMatchObject({ team: { row: 7 }, last: 1 });
  expect(changeConversations([held()], { team: team({ byTurns: true }) }, by).turn).toBeNull();
  expect(writes.shown.slice(0, 2).map(({ kind, value }) => [kind, value])).toEqual([
    ['team', 'Support'],
    ['rotated', ANN],
  ]);
  const chosen = changeConversations([held({ assignee: null })], { team: team({ byTurns: true }), assignee: BOB }, by);
  expect(chosen.shown.map(({ kind }) => kind)).toEqual(['team', 'assigned']);
});

test('a conversation is found by its team as by its assignee', () => {
  expect(isStillFound(held({ team: team() }), { assignee: 'tea_support' })).toBe(true);
  expect(isStillFound(held(), { assignee: 'tea_support' })).toBe(false);
});
