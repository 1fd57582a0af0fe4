import type { Handover, KnownOwner } from '@parley/common/messages/thread-owner';
import { expect, test } from 'vitest';
import {
  afterReport,
  decideOwners,
  ownerAt,
  reportOfMessage,
  type ThreadFacts,
  type ThreadReport,
} from './decide-owner.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 1, 12, 0, second));
const NONE: ThreadFacts = { owner: null, ownerAt: null, handover: null };
const handover = (reason: Handover['reason'], second: number): Handover => ({
  ...reportOfMessage(false, at(second)).handover,
  reason,
});
const control = (reason: Handover['reason'], owner: KnownOwner | null, second: number) => ({
  owner,
  handover: handover(reason, second),
  at: at(second),
});
const after = (reports: readonly ThreadReport[]): ThreadFacts =>
  reports.reduce((facts: ThreadFacts, report) => afterReport(facts, report), NONE);
const message = (isStandby: boolean, second: number) => reportOfMessage(isStandby, at(second));

test.each([
  ['a message to this app', [message(false, 1)], 'ours'],
  ['a copy of a message', [message(true, 1)], 'theirs'],
  ['a hand-over to this app', [message(true, 1), control('passed', 'ours', 2)], 'ours'],
  ['a taken thread', [message(false, 1), control('taken', 'theirs', 2)], 'theirs'],
  ['a delayed message after a taken thread', [control('taken', 'theirs', 2), message(false, 1)], 'theirs'],
  ['a delayed copy after a hand-over', [control('passed', 'ours', 2), message(true, 1)], 'ours'],
  ['a released thread', [message(false, 1), control('released', 'idle', 2)], 'idle'],
  ['a request of another app', [message(false, 1), control('requested', null, 2)], 'ours'],
] as const)('%s decides the owner', (_what, reports, owner) => {
  expect(after(reports).owner).toBe(owner);
});

test('the newest hand-over is kept, whatever messages follow', () => {
  const reports = [control('passed', 'ours', 2), control('taken', 'theirs', 1), message(false, 3)];
  expect(after(reports)).toEqual({
    owner: 'ours',
    ownerAt: at(3),
    handover: handover('passed', 2),
  });
});

test('changes of the owner and hand-overs become events', () => {
  const reports = [
    message(false, 1),
    message(false, 2),
    message(true, 3),
    control('requested', null, 4),
    message(true, 5),
    control('passed', 'ours', 6),
  ].map((report) => ({ conversationId: 7, ...report }));
  const [thread] = decideOwners(reports, new Map([[7, NONE]]));
  expect(thread?.told.map(({ state, handover: { reason } }) => [state, reason])).toEqual([
    ['ours', 'message'],
    ['theirs', 'message'],
    ['theirs', 'requested'],
    ['ours', 'passed'],
  ]);
  expect(thread).toMatchObject({ before: NONE, after: { owner: 'ours', ownerAt: at(6) } });
});

test('an owned thread is idle 24 hours after the last message, and one without a report is unshared or idle', () => {
  const thread = { isShared: true, threadOwner: 'theirs', threadOwnerAt: at(0), lastInboundAt: at(30) } as const;
  const dayAfter = (second: number) => new Date(at(second).getTime() + 24 * 3600 * 1000);
  expect(ownerAt(thread, new Date(dayAfter(30).getTime() - 1))).toBe('theirs');
  expect(ownerAt(thread, dayAfter(30))).toBe('idle');
  expect(ownerAt({ ...thread, lastInboundAt: null }, dayAfter(0))).toBe('idle');
  expect(ownerAt({ ...thread, threadOwner: null }, at(1))).toBe('idle');
  expect(ownerAt({ ...thread, isShared: false, threadOwner: null }, at(1))).toBe('unshared');
});
