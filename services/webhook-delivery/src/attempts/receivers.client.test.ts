import { expect, test } from 'vitest';
import { makeSocketBudget } from './receivers.client.ts';

test('all lanes together stay within the budget, but the first socket of a lane is always granted', async () => {
  const budget = makeSocketBudget(3);
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  expect(budget.grant(0, 16)).toBe(3);
  const work = [1, 2, 3].map(() => budget.hold(() => gate));
  expect(budget.grant(2, 16)).toBe(0);
  expect(budget.grant(0, 16)).toBe(1);
  expect(budget.grant(0, 0)).toBe(0);
  open();
  await Promise.all(work);
  expect(budget.grant(2, 16)).toBe(3);
});
