import { expect, test } from 'vitest';
import { planUndo } from './change-many.ts';

const before = { status: 'open', assignee: null, bot: 'on' } as const;
const after = { status: 'resolved', assignee: null, bot: 'on' } as const;
/** `after` without an assignee, as an input expresses it. */
const expected = { ...after, assignee: 'none' };

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
    { ids: [1], change: { assignee: null, expected: ofBo } },
    { ids: [2], change: { assignee: 'mem_ann', expected: ofBo } },
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
    [[2], other],
  ]);
});

test('undoes nothing if nothing changed', () => {
  expect(planUndo({ bot: 'paused' }, [])).toEqual([]);
});
