import { expect, test } from 'vitest';
import { planUndo } from './change-many.ts';

const before = { status: 'open', assignee: null, bot: 'on' } as const;
const after = { status: 'resolved', assignee: null, bot: 'on' } as const;

test('undoing a state gives each conversation the one that it had, and leaves the rest as it is now', () => {
  const changed = [
    { id: 1, before, after },
    { id: 2, before: { ...before, status: 'archived' as const, assignee: 'mem_ann' }, after },
    { id: 3, before, after },
  ];
  expect(planUndo({ status: 'resolved' }, changed)).toEqual([
    { ids: [1, 3], change: { status: 'open' } },
    { ids: [2], change: { status: 'archived' } },
  ]);
});

test('undoing an assignment gives it back to whose it was, or to nobody', () => {
  const changed = [
    { id: 1, before, after: { ...before, assignee: 'mem_bo' } },
    { id: 2, before: { ...before, assignee: 'mem_ann' }, after: { ...before, assignee: 'mem_bo' } },
  ];
  expect(planUndo({ assignee: 'mem_bo' }, changed)).toEqual([
    { ids: [1], change: { assignee: null } },
    { ids: [2], change: { assignee: 'mem_ann' } },
  ]);
});

test('nothing changed, nothing is undone', () => {
  expect(planUndo({ bot: 'paused' }, [])).toEqual([]);
});
