import { expect, test } from 'vitest';
import { planRequestDays } from './request.rules.ts';

test.each([
  { name: 'a new table gets today and three days', existing: [], make: [100, 101, 102, 103], drop: [] },
  { name: 'existing days are not made again', existing: [100, 101, 102], make: [103], drop: [] },
  {
    name: 'a day is kept as long as an entry of it may be 30 days old',
    existing: [70, 100, 101, 102, 103],
    make: [],
    drop: [],
  },
  { name: 'and dropped after that', existing: [68, 69, 70, 100, 101, 102, 103], make: [], drop: [68, 69] },
])('$name', ({ existing, make, drop }) => {
  expect(planRequestDays({ today: 100, keepDays: 30, existing })).toEqual({ make, drop });
});
