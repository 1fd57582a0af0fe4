import { expect, test } from 'vitest';
import { lastPosition, reorder, scopeOf } from './view.rules.ts';

test.each([
  ['an agent changes their own views', 'agent', 'mem_a', false, 'mem_a'],
  ['an agent changes no shared view', 'agent', 'mem_a', true, undefined],
  ['a developer changes shared views', 'developer', 'mem_a', true, null],
  ['an owner changes shared views', 'owner', 'mem_a', true, null],
  ['the operator changes shared views', 'operator', null, true, null],
  ['the operator has no views of their own', 'operator', null, false, undefined],
] as const)('%s', (_, role, memberId, isShared, scope) => {
  expect(scopeOf({ roles: [role], memberId }, isShared)).toBe(scope);
});

test('a new view comes after all others', () => {
  expect(lastPosition([])).toBe(1);
  expect(lastPosition([{ position: 7 }, { position: 2 }])).toBe(8);
});

const views = ['a', 'b', 'c'].map((viewId) => ({ viewId }));
test.each([
  ['in the wanted order', ['c', 'a', 'b'], ['c', 'a', 'b']],
  ['views that are not named follow in their old order', ['c'], ['c', 'a', 'b']],
  ['unknown ids and those of somebody else are left out', ['x', 'b'], ['b', 'a', 'c']],
  ['an id named twice appears once', ['b', 'b'], ['b', 'a', 'c']],
])('the order of views: %s', (_, wanted, order) => {
  expect(reorder(views, wanted)).toEqual(order);
});
