import { expect, test } from 'vitest';
import { planUndo } from './change-many.ts';

const before = {
  status: 'open' as const,
  assignee: null as string | null,
  team: null as string | null,
  bot: 'on' as const,
  snoozed: null as { until: string | null } | null,
  labels: ['lbl_old'],
};
const after = { ...before, status: 'resolved' as const };
/** As an input expects a conversation: without labels, and with a word for no assignee. */
const expectedOf = ({
  labels: _,
  snoozed: __,
  team: ___,
  assignee,
  ...rest
}: Omit<typeof after, 'assignee' | 'status'> & { assignee: string | null }) => ({
  ...rest,
  assignee: assignee ?? 'none',
});
const expected = expectedOf(after);

test('undoing a state restores each conversation’s previous one, and changes nothing else', () => {
  const changed = [
    { id: 1, before, after },
    { id: 2, before: { ...before, status: 'archived' as const, assignee: 'mem_ann' }, after },
    { id: 3, before, after },
  ];
  expect(planUndo({ status: 'resolved' }, changed)).toEqual([
    { ids: [1, 3], change: { status: 'open', expected } },
    { ids: [2], change: { status: 'archived', expected } },
  ]);
});

test('undoing an assignment restores the previous assignee, or none', () => {
  const ofBo = { ...before, assignee: 'mem_bo' };
  const changed = [
    { id: 1, before, after: ofBo },
    { id: 2, before: { ...before, assignee: 'mem_ann' }, after: ofBo },
  ];
  expect(planUndo({ assignee: 'mem_bo' }, changed)).toEqual([
    { ids: [1], change: { assignee: null, expected: expectedOf(ofBo) } },
    { ids: [2], change: { assignee: 'mem_ann', expected: expectedOf(ofBo) } },
  ]);
});

test('undoing expects each conversation as the change left it, so that later changes by others stay', () => {
  const other = { ...after, assignee: 'mem_ann' };
  const changed = [
    { id: 1, before, after },
    { id: 2, before: { ...before, assignee: 'mem_ann' }, after: other },
  ];
  expect(planUndo({ status: 'resolved' }, changed).map(({ ids, change }) => [ids, change.expected])).toEqual([
    [[1], expected],
    [[2], expectedOf(other)],
  ]);
});

test('undoes nothing if nothing changed', () => {
  expect(planUndo({ bot: 'paused' }, [])).toEqual([]);
});

test('undoing labels removes those that were added and restores those that were removed, and no others', () => {
  const [added, replaced] = [
    { ...before, labels: ['lbl_old', 'lbl_new'] },
    { ...before, labels: ['lbl_new'] },
  ];
  expect(
    planUndo({ add_labels: ['lbl_new'] }, [
      { id: 1, before, after: added },
      { id: 2, before, after: replaced },
    ]).map(({ ids, change: { expected: _, ...back } }) => [ids, back]),
  ).toEqual([
    [[1], { remove_labels: ['lbl_new'] }],
    [[2], { add_labels: ['lbl_old'], remove_labels: ['lbl_new'] }],
  ]);
});

test('undoing a snooze ends it or restores the earlier one, and undoing a state restores a snooze that is not over', () => {
  const snoozed = { ...before, snoozed: { until: null } };
  const backOf = (...[change, one]: [Parameters<typeof planUndo>[0], Parameters<typeof planUndo>[1][number]]) =>
    planUndo(change, [one]).map(({ change: { expected: _, ...back } }) => back);
  const ahead = { until: '9999-01-01T00:00:00.000Z' };
  const over = { until: '2020-01-01T00:00:00.000Z' };
  expect(backOf({ snooze: {} }, { id: 1, before, after: snoozed })).toEqual([{ snooze: null }]);
  expect(backOf({ snooze: {} }, { id: 1, before: { ...before, snoozed: ahead }, after: snoozed })).toEqual([
    { snooze: ahead },
  ]);
  expect(backOf({ status: 'resolved' }, { id: 1, before: snoozed, after })).toEqual([{ status: 'open', snooze: {} }]);
  expect(backOf({ status: 'resolved' }, { id: 1, before: { ...before, snoozed: over }, after })).toEqual([
    { status: 'open' },
  ]);
});

test('undoing a team restores the previous team with the previous assignee', () => {
  const changed = [{ id: 1, before, after: { ...before, team: 'tea_a', assignee: 'mem_ann' } }];
  expect(planUndo({ team: 'tea_a' }, changed).map(({ change: { expected: _, ...back } }) => back)).toEqual([
    { assignee: null, team: null },
  ]);
});
