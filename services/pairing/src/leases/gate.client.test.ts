import { expect, test } from 'vitest';
import { makeGate } from './gate.client.ts';

test('admits no more than the limit at once, and the others in order', async () => {
  const gate = makeGate(2);
  const came: number[] = [];
  const outs: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(async (n) => {
    const out = await gate.enter();
    came.push(n);
    outs.push(out);
  });
  await Promise.all(all.slice(0, 2));
  expect(came).toEqual([0, 1]);
  outs[0]?.();
  outs[0]?.();
  await all[2];
  expect([came, gate.inside()]).toEqual([[0, 1, 2], 2]);
  outs[1]?.();
  await all[3];
  outs[2]?.();
  outs[3]?.();
  expect([came, gate.inside()]).toEqual([[0, 1, 2, 3], 0]);
});
