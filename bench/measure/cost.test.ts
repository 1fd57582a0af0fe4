import { expect, it } from 'vitest';
import { costBetween, costOf, totalOf } from './cost.ts';

const processes = [
  { pid: 10, parentPid: 1, name: 'node', cpuMs: 100 },
  { pid: 11, parentPid: 10, name: 'node', cpuMs: 20 },
  { pid: 12, parentPid: 10, name: 'nats-server', cpuMs: 7 },
  { pid: 20, parentPid: 1, name: 'postgres', cpuMs: 50 },
  { pid: 21, parentPid: 20, name: 'postgres', cpuMs: 5 },
  { pid: 30, parentPid: 1, name: 'node', cpuMs: 999 },
];

it('counts the bus separately, and ignores other systems', () => {
  expect(costOf({ own: 10, postgres: 20 }, processes)).toEqual({ own: 120, postgres: 55, bus: 7 });
});

it('shows no PostgreSQL share without PostgreSQL', () => {
  expect(costOf({ own: 30, postgres: null }, processes)).toEqual({ own: 999, postgres: 0, bus: 0 });
});

it('divides the use between two readings by the operations', () => {
  const cost = costBetween({ own: 100, postgres: 50, bus: 1 }, { own: 300, postgres: 90, bus: 5 }, 4);
  expect(cost).toEqual({ own: 50, postgres: 10, bus: 1 });
  expect(totalOf(cost)).toBe(61);
});
