import { expect, it } from 'vitest';
import {
  type Candidate,
  halfOf,
  type Measured,
  p50Of,
  parleyCost,
  ratiosOf,
  runRounds,
  showCost,
  spanOf,
} from './rounds.ts';

const measured = (perSecond: number, p99Ms: number, own: number, postgres: number, bus = 0): Measured => {
  const figures = { perSecond, p50Ms: p99Ms / 10, p99Ms, count: 100, failed: 0 };
  return { answered: figures, done: { ...figures, p50Ms: p99Ms / 5, p99Ms: p99Ms * 2 }, cost: { own, postgres, bus } };
};

const rounds = [
  { reference: measured(1000, 10, 0.2, 0.1), parley: measured(800, 20, 0.3, 0.1, 0.02) },
  { reference: measured(500, 20, 0.4, 0.2), parley: measured(300, 30, 0.8, 0.1, 0.03) },
  { reference: measured(1000, 10, 0.2, 0.1), parley: measured(900, 15, 0.2, 0.1, 0.02) },
];

it('ratiosOf is the median of the ratios of each round', () => {
  expect(ratiosOf(rounds)).toEqual({
    throughput: '0.80',
    own: '1.50',
    postgres: '1.00',
    together: '1.40',
    answerP99: '1.50',
    doneP99: '1.50',
    bus: ', the bus 20 µs of CPU each',
  });
});

it('halfOf is half of Parley’s throughput', () => {
  expect(halfOf(rounds)).toBe(400);
});

it('p50Of is the median of each side', () => {
  expect(p50Of(rounds, 'answered')).toBe('p50 2.0 ms (reference 1.0)');
  expect(p50Of(rounds, 'done', 3)).toBe('p50 4.0 ms (goal ≤ 3, reference 2.0)');
});

it('parleyCost includes all its processes', () => {
  expect(parleyCost(rounds)).toBeCloseTo(0.42);
});

it('showCost names the bus only if there is one', () => {
  expect(showCost({ own: 0.3521, postgres: 0.1, bus: 0 })).toBe('CPU    352 µs own    100 µs PostgreSQL');
  expect(showCost({ own: 0.3, postgres: 0.1, bus: 0.05 })).toContain('50 µs bus');
});

it('spanOf is the smallest and the largest ratio', () => {
  expect(spanOf(rounds)).toBe('1.07 to 1.55');
});

it('every other round begins with Parley', async () => {
  const order: string[] = [];
  const candidate = (name: string): Candidate => ({
    name,
    processes: { own: process.pid, postgres: process.pid },
    async call() {
      if (order.at(-1) !== name) order.push(name);
      return true;
    },
  });
  const both = { reference: candidate('reference'), parley: candidate('parley') };
  expect(await runRounds(both, 2, { perSecond: 50, seconds: 0.1 })).toHaveLength(2);
  // A round that begins with the candidate that ended the one before shows no change between them.
  expect(order).toEqual(['reference', 'parley', 'reference']);
});
