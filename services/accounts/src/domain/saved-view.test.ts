import { expect, test } from 'vitest';
import { lastPosition, reorder, scopeOf } from './saved-view.ts';

test.each([
  ['an agent changes their own views', 'agent', 'mem_a', false, 'mem_a'],
  ['an agent changes no shared view', 'agent', 'mem_a', true, undefined],
  ['a developer changes shared views', 'developer', 'mem_a', true, null],
  ['an owner changes shared views', 'owner', 'mem_a', true, null],
  ['the operator changes shared views', 'operator', null, true, null],
  ['the operator has no views of their own', 'operator', null, false, undefined],
] as const)('%s', (_, role, memberId, isShared, scope) => {
  expect(scopeOf({ role, memberId }, isShared)).toBe(scope);
});

test('a new view stands behind all others', () => {
  expect(lastPosition([])).toBe(1);
  expect(lastPosition([{ position: 7 }, { position: 2 }])).toBe(8);
});

const views = ['a', 'b', 'c'].map((viewId) => ({ viewId }));
test.each([
  ['as wanted', ['c', 'a', 'b'], ['c', 'a', 'b']],
  ['what is not named follows as it stood', ['c'], ['c', 'a', 'b']],
  ['what is gone, or of somebody else, is left out', ['x', 'b'], ['b', 'a', 'c']],
  ['what is named twice stands once', ['b', 'b'], ['b', 'a', 'c']],
])('the order of views: %s', (_, wanted, order) => {
  expect(reorder(views, wanted)).toEqual(order);
});
