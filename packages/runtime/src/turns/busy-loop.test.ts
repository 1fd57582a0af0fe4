import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeBusyLoop } from './busy-loop.ts';

const SPAN_MS = 60;

/** Keeps the loop active. */
function spin(): void {
  for (const untilMs = performance.now() + SPAN_MS; performance.now() < untilMs; );
}

test('a loop that works is busy, and one that waits is not', async () => {
  const isBusy = makeBusyLoop();
  expect(isBusy()).toBe(false);
  spin();
  expect(isBusy()).toBe(true);
  await pause(SPAN_MS * 4);
  expect(isBusy()).toBe(false);
  spin();
  expect(isBusy()).toBe(true);
});

test('it keeps its state until a span has passed', async () => {
  const isBusy = makeBusyLoop();
  spin();
  expect([isBusy(), isBusy(), isBusy()]).toEqual([true, true, true]);
});
