import { describe, expect, it } from 'vitest';
import { figuresOf, median, medianRatio, openLoop } from './measure.ts';

it('figuresOf takes percentiles of sorted latencies', () => {
  const latencies = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(figuresOf(latencies, 4, 3)).toEqual({ perSecond: 50, p50Ms: 101, p99Ms: 199, count: 200, failed: 3 });
});

it('figuresOf returns zeros without latencies', () => {
  expect(figuresOf([], 2)).toEqual({ perSecond: 0, p50Ms: 0, p99Ms: 0, count: 0, failed: 0 });
});

describe('median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 3],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

it('medianRatio compares within a round: a slow round of the machine counts once', () => {
  const rounds = [
    { reference: 100, parley: 80 },
    { reference: 10, parley: 9 },
    { reference: 100, parley: 70 },
  ];
  expect(medianRatio(rounds, (figure) => figure)).toBe(0.8);
});

it('openLoop starts the next call before the last one has ended', async () => {
  let begun = 0;
  const figures = await openLoop(1000, 0.01, async () => {
    begun++;
    while (begun < 10) await new Promise((resolve) => setTimeout(resolve, 1));
    return begun % 2 === 0;
  });
  expect(begun).toBe(10);
  expect(figures.count + figures.failed).toBe(10);
});
