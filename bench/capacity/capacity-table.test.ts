import { expect, it } from 'vitest';
import { type Costs, perCore, sizeFor, sizeTable, type Work, workTable } from './capacity-table.ts';

const work = (name: string, own: number, postgres: number, bytes: number): Work => ({
  name,
  saturated: { perSecond: 1000, cost: { own: own / 2, postgres: postgres / 2, bus: 0 } },
  half: { perSecond: 500, cost: { own, postgres, bus: 0 } },
  bytes,
});
const costs: Costs = {
  send: work('send', 0.8, 0.4, 1000),
  inbound: work('inbound', 0.5, 0.5, 2000),
  memoryMb: { own: 200, postgres: 300 },
};

it('perCore uses the dearer of the two loads', () => {
  expect(perCore(costs.inbound)).toBe(1000);
  const dearSaturation = { ...costs.inbound, saturated: { perSecond: 1, cost: { own: 1, postgres: 1, bus: 0.5 } } };
  expect(perCore(dearSaturation)).toBe(400);
});

it('sizeFor plans for the busiest hour, with half of the processors free', () => {
  const size = sizeFor(costs, { messagesPerDay: 28_800_000, sentShare: 0, daysKept: 1 });
  expect(size.peakPerSecond).toBe(1000);
  expect(size.parleyCores).toBe(1);
  expect(size.postgresCores).toBe(1);
  expect(size).toMatchObject({ processes: 1, memoryMb: 500, diskGb: 57.6 });
});

it('sizeFor adds the reports of sent messages, and the bus to Parley', () => {
  const size = sizeFor(costs, { messagesPerDay: 28_800_000, sentShare: 1, daysKept: 2 });
  expect(size.parleyCores).toBeCloseTo(2 * (0.8 + 2 * 0.5));
  expect(size).toMatchObject({ processes: 4, memoryMb: 1100, diskGb: 288 });
  const withBus = {
    ...costs,
    send: { ...costs.send, half: { perSecond: 1, cost: { own: 0.8, postgres: 0.4, bus: 1 } } },
  };
  const wanted = { messagesPerDay: 28_800_000, sentShare: 1, daysKept: 2 };
  expect(sizeFor(withBus, wanted).parleyCores - size.parleyCores).toBeCloseTo(2);
});

it('a small installation still has one process', () => {
  expect(sizeFor(costs, { messagesPerDay: 100, sentShare: 0.5, daysKept: 1 }).processes).toBe(1);
});

it('the tables have a row for each kind of work and each size', () => {
  expect(workTable([costs.send]).split('\n').at(-1)).toBe(
    '| send | 1000 | 0.40 + 0.20 | 500 | 0.80 + 0.40 | 833 | 1000 |',
  );
  expect(
    sizeTable(costs, [{ messagesPerDay: 2_880_000, sentShare: 0, daysKept: 1 }])
      .split('\n')
      .at(-1),
  ).toBe('| 2,880,000 | 100.0 | 0.10 + 0.10 | 1 | 500 | 5.8 |');
});
