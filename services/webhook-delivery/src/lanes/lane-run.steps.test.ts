import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DueDelivery } from '../attempts/delivery.rules.ts';
import { LaneRun } from './lane-run.steps.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const HEALTHY = { consecutiveFailures: 0, failingSince: null, resumeAt: null, pauseReason: null };

let run: LaneRun;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lane = { instanceId: 'ins_a', claimId: 'clm_a', expired: false, health: HEALTHY };
  run = new LaneRun(lane, performance.now(), { leaseMs: 30_000, attemptTimeoutMs: 15_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const due = (count: number): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => ({
    id: String(n),
    instanceId: 'ins_a',
    attempt: 0,
    eventId: `evt_${n}`,
    type: 'message.received',
    conversationId: null,
    createdMs: n,
    data: '{}',
    traceparent: null,
    platform: null,
    url: '',
    secret: '',
    previousSecret: null,
    ordered: false,
    overdueMs: 0,
  }));
const pass = (ms: number): unknown => vi.advanceTimersByTime(ms);

test.each<[string, () => void, boolean, boolean]>([
  ['with a new lease', () => {}, true, true],
  ['whose lease ends before an attempt would', () => pass(15_000), false, true],
  ['whose lease has ended', () => pass(30_000), false, false],
  ['whose lease was renewed', () => [pass(20_000), run.prolong(performance.now())], true, true],
  ['that another worker has', () => run.lose(), false, false],
  ['that is stopped', () => run.stop(), false, false],
  ['that could not be read', () => Object.assign(run, { isUnreadable: true }), false, true],
  ['that is paused', () => Object.assign(run, { health: { ...HEALTHY, pauseReason: 'gone' } }), false, true],
])('a lane %s', (_, change, mayStart, mayRetry) => {
  change();
  expect(run.mayStart(NOW)).toBe(mayStart);
  expect(run.mayRetry()).toBe(mayRetry);
});

test('at most 64 deliveries are in flight or not stored, 16 of them in flight, and one while the breaker is half-open', () => {
  run.backlog.add(due(100));
  expect(run.freeSlots()).toBe(16);
  for (let round = 0; round < 3; round++) for (const one of run.backlog.take(16)) run.backlog.landed(one);
  run.backlog.take(10);
  expect(run.freeSlots()).toBe(6);
  Object.assign(run, { health: { ...HEALTHY, consecutiveFailures: 5 } });
  expect(run.freeSlots()).toBe(-9);
});

test('reads at its start, on a hint and every 750 ms, one page at a time', () => {
  expect(run.mayRead()).toBe(true);
  run.startReading();
  run.wake();
  expect(run.mayRead()).toBe(false);
  run.endReading();
  expect(run.mayRead()).toBe(true);
  run.startReading();
  run.endReading();
  expect(run.mayRead()).toBe(false);
  pass(751);
  expect(run.mayRead()).toBe(true);
  run.backlog.add(due(512));
  expect(run.mayRead()).toBe(false);
});

test.each<[string, () => void, boolean]>([
  ['has nothing to do', () => {}, true],
  ['has free slots', () => [run.backlog.add(due(15)), run.backlog.take(15)], true],
  ['has no free slot', () => [run.backlog.add(due(16)), run.backlog.take(16)], false],
  ['has waiting deliveries', () => run.backlog.add(due(1)), false],
  [
    'has failed',
    () => Object.assign(run, { health: { ...HEALTHY, consecutiveFailures: 1, failingSince: NOW } }),
    false,
  ],
])('reports whether the receiver of a lane that %s keeps up', (_, happens, keepsUp) => {
  happens();
  expect(run.keepsUp()).toBe(keepsUp);
});

test('is idle from when nothing is read, waits, or is in flight', () => {
  run.startReading();
  expect(run.idleMs()).toBeNull();
  run.endReading();
  expect(run.idleMs()).toBe(0);
  pass(400);
  expect(run.idleMs()).toBe(400);
  run.backlog.add(due(1));
  expect(run.idleMs()).toBeNull();
});

test('an empty lane that wakes late is released, although a poll is due, but not when it has a hint', () => {
  run.startReading();
  run.endReading();
  expect(run.isSpent(500)).toBe(false);
  expect(run.isSpent(0), 'while others wait').toBe(true);
  pass(800);
  expect(run.mayRead()).toBe(true);
  expect(run.isSpent(500)).toBe(true);
  run.wake();
  expect(run.isSpent(500)).toBe(false);
});

const committed = (id: string) => {
  const { instanceId, type, conversationId, data, traceparent } = due(1)[0] as DueDelivery; // safe: one was asked for
  return {
    id,
    instanceId,
    eventId: `evt_${id}`,
    type,
    conversationId,
    createdMs: NOW.getTime() - 5,
    data,
    traceparent,
  };
};
/** Reads a page with one delivery, after which nothing else is due. */
function readOne(given: Partial<DueDelivery> = {}): void {
  run.startReading();
  run.add(due(1).map((one) => ({ ...one, id: '10', url: 'u', secret: 's', ...given })));
  run.endReading();
}

test('a committed delivery goes to the receiver of the last read, without being read', () => {
  readOne();
  expect(run.accept(committed('11'), NOW)).toBe(true);
  expect(run.backlog.take(16)).toMatchObject([
    { id: '10' },
    { id: '11', attempt: 0, url: 'u', secret: 's', previousSecret: null, platform: null, ordered: false, overdueMs: 5 },
  ]);
  expect(run.accept(committed('11'), NOW), 'twice').toBe(false);
});

test.each<[string, () => void]>([
  ['nothing was read yet', () => {}],
  ['a platform webhook was read', () => readOne({ platform: { tenant: 'acme' } })],
  ['the last read was a second ago', () => [readOne(), pass(1000)]],
  ['more may be due', () => [readOne(), run.wake()]],
  ['a read is under way', () => [readOne(), run.startReading()]],
  ['a later one was read', () => readOne({ id: '12' })],
  ['the lane is stopped', () => [readOne(), run.stop()]],
  ['the lane is paused', () => [readOne(), Object.assign(run, { health: { ...HEALTHY, pauseReason: 'gone' } })]],
  ['many wait', () => [readOne(), run.backlog.add(due(530).slice(12))]],
])('a committed delivery is read from the tables when %s', (_, happens) => {
  happens();
  expect(run.accept(committed('11'), NOW)).toBe(false);
  expect(run.backlog.ids()).not.toContain('11');
});
