import { expect, test } from 'vitest';
import { type AddedPeople, decideAdds } from './add-pace.rules.ts';

const NOW = 1_800_000_000_000;
const added = (agoMs: number, count: number, key: string | null = null): AddedPeople => ({
  at: NOW - agoMs,
  count,
  key,
});
const decide = (before: AddedPeople[], count: number, { key = null as string | null, perDay = 20 } = {}) => {
  const decision = decideAdds(before, { count, key }, { now: NOW, perDay });
  return 'added' in decision ? decision.added.length : decision.retryAfterMs;
};

// docs/reference/groups.md#pace
test.each([
  { before: [], count: 5, result: 1 },
  { before: [added(4000, 3)], count: 2, result: 2 },
  { before: [added(4000, 3)], count: 3, result: 6000 },
  { before: [added(9000, 2), added(4000, 3)], count: 2, result: 1000 },
  { before: [added(9000, 2), added(4000, 3)], count: 3, result: 6000 },
  { before: [added(10_000, 5)], count: 5, result: 2 },
  { before: [added(3_600_000, 18)], count: 2, result: 2 },
  { before: [added(3_600_000, 18)], count: 3, result: 23 * 3_600_000 },
  { before: [added(24 * 3_600_000, 20)], count: 5, result: 1 },
])('$count people after $before: $result', ({ before, count, result }) => {
  expect(decide(before, count)).toBe(result);
});

test('a repeated creation counts once, and none are allowed with a limit of 0', () => {
  expect(decide([added(1000, 5, 'key')], 5, { key: 'key' })).toBe(1);
  expect(decide([added(1000, 5, 'key')], 5, { key: 'other' })).toBe(9000);
  expect(decide([], 1, { perDay: 0 })).toBe(24 * 3_600_000);
  expect(decide([], 0, { perDay: 0 })).toBe(0);
});
