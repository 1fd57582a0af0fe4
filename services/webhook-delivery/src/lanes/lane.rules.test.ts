import { describe, expect, test } from 'vitest';
import {
  type AttemptResult,
  afterAttempt,
  BREAKER_AFTER,
  findTrouble,
  inFlightCap,
  isHeldBack,
  isWorrying,
  LATE_MS,
  type LaneFacts,
  type LaneHealth,
  mayClaim,
  nextReadyInMs,
} from './lane.rules.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const WELL: LaneHealth = { consecutiveFailures: 0, failingSince: null, resumeAt: null, pauseReason: null };
const FIRST_WAIT_MS = 5000;
const result = (statusCode: number | null, more: Partial<AttemptResult> = {}): AttemptResult => ({
  statusCode,
  ownFault: false,
  retryAfterMs: null,
  ...more,
});
const after = (health: LaneHealth, one: AttemptResult, now = NOW): LaneHealth =>
  afterAttempt(health, one, FIRST_WAIT_MS, now);
const waitMs = ({ resumeAt }: LaneHealth, now = NOW): number => (resumeAt ? resumeAt.getTime() - now.getTime() : 0);

describe('the breaker', () => {
  test('stays closed for four failures and opens with the fifth', () => {
    let health = WELL;
    for (let n = 1; n < BREAKER_AFTER; n++) {
      health = after(health, result(500));
      expect(waitMs(health)).toBe(0);
      expect(inFlightCap(health, 16)).toBe(16);
    }
    health = after(health, result(null));
    expect(waitMs(health)).toBe(FIRST_WAIT_MS);
    expect(inFlightCap(health, 16)).toBe(1);
  });

  test('waits twice as long after each failed probe, up to five minutes', () => {
    let health = WELL;
    let now = NOW;
    const waits: number[] = [];
    for (let n = 0; n < 13; n++) {
      health = after(health, result(500), now);
      if (n >= 4) waits.push(waitMs(health, now) / 1000);
      now = new Date(now.getTime() + waitMs(health, now));
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test('failures of attempts in flight when it opens do not extend the wait', () => {
    let health = WELL;
    for (let n = 0; n < 16; n++) health = after(health, result(500));
    expect(waitMs(health)).toBe(FIRST_WAIT_MS);
    expect(health.consecutiveFailures).toBe(BREAKER_AFTER);
  });

  test('one success closes it', () => {
    const open = { ...WELL, consecutiveFailures: 9, failingSince: NOW };
    expect(after(open, result(200))).toEqual(WELL);
  });
});

describe('slowing down', () => {
  test.each([429, 502, 503, 504])('%i delays the lane at the first occurrence', (code) => {
    const health = after(WELL, result(code));
    expect(isHeldBack(health, NOW)).toBe(true);
    expect(waitMs(health)).toBe(FIRST_WAIT_MS);
  });

  test('a longer Retry-After is respected', () => {
    expect(waitMs(after(WELL, result(429, { retryAfterMs: 90_000 })))).toBe(90_000);
    expect(waitMs(after(WELL, result(503, { retryAfterMs: 1 })))).toBe(FIRST_WAIT_MS);
  });

  test('the longest Retry-After of attempts in flight applies', () => {
    const first = after(WELL, result(429, { retryAfterMs: 90_000 }));
    expect(waitMs(after(first, result(429, { retryAfterMs: 60_000 })))).toBe(90_000);
    expect(waitMs(after(first, result(429, { retryAfterMs: 120_000 })))).toBe(120_000);
    expect(after(first, result(200))).toBe(first);
  });

  test('Retry-After of a plain failure only applies to that delivery', () => {
    expect(waitMs(after(WELL, result(500, { retryAfterMs: 90_000 })))).toBe(0);
  });
});

describe('disabling', () => {
  const days = (n: number): Date => new Date(NOW.getTime() - n * 86_400_000);
  const failing = (n: number, failures: number): LaneHealth => ({
    ...WELL,
    failingSince: days(n),
    consecutiveFailures: failures,
  });

  test('410 disables at once, even while the lane is delayed', () => {
    expect(after(WELL, result(410)).pauseReason).toBe('gone');
    expect(after(after(WELL, result(429)), result(410)).pauseReason).toBe('gone');
  });

  test('three days and ten failures together pause the lane, and fewer days or failures do not', () => {
    expect(after(failing(3.1, 9), result(500)).pauseReason).toBe('failing');
    expect(after(failing(3.1, 8), result(500)).pauseReason).toBeNull();
    expect(after(failing(2.9, 40), result(500)).pauseReason).toBeNull();
  });

  test('half of both limits causes a warning', () => {
    expect(isWorrying(failing(1.6, 5), NOW)).toBe(true);
    expect(isWorrying(failing(1.4, 5), NOW)).toBe(false);
    expect(isWorrying(failing(1.6, 4), NOW)).toBe(false);
  });

  test('failures of this deployment do not change the lane', () => {
    const health = failing(6, 40);
    expect(after(health, result(null, { ownFault: true }))).toBe(health);
  });
});

const AT = new Date('2026-11-22T12:00:00.000Z');
const atOffset = (ms: number): Date => new Date(AT.getTime() + ms);
const FREE: LaneFacts = {
  at: AT,
  firstDueAt: atOffset(-1000),
  leaseUntil: null,
  pausedAt: null,
  resumeAt: null,
  targetEnabled: true,
  targetRevokedAt: null,
  webhookUrl: 'https://example.com',
};

test.each<[string, Partial<LaneFacts>, boolean]>([
  ['something due', {}, true],
  ['exactly due', { firstDueAt: AT }, true],
  ['due in a millisecond', { firstDueAt: atOffset(1) }, false],
  ['a lease that ran out a millisecond ago', { leaseUntil: atOffset(-1) }, true],
  ['a lease that ends exactly now', { leaseUntil: AT }, false],
  ['a lease of somebody', { leaseUntil: atOffset(1) }, false],
  ['paused', { pausedAt: atOffset(-1) }, false],
  ['resumes exactly now', { resumeAt: AT }, true],
  ['resumes in a millisecond', { resumeAt: atOffset(1) }, false],
  ['a disabled key', { targetEnabled: false }, false],
  ['a revoked key', { targetRevokedAt: atOffset(-1) }, false],
  ['a key without an address', { webhookUrl: null }, false],
])('a lane with %s', (_, facts, expected) => {
  expect(mayClaim({ ...FREE, ...facts })).toBe(expected);
});

test.each<[string, Partial<LaneFacts>[], number | null]>([
  ['nothing', [], null],
  ['only ready lanes', [{}], null],
  ['lanes that are due later', [{ firstDueAt: atOffset(700) }, { firstDueAt: atOffset(900) }], 700],
  ['a lane that resumes later than it is due', [{ resumeAt: atOffset(300) }], 300],
])('the time until the next check: %s', (_, lanes, expected) => {
  expect(nextReadyInMs(lanes.map((facts) => ({ ...FREE, ...facts })))).toBe(expected);
});

const LOOK_AT = new Date('2026-02-01T12:00:00Z');
const before = (ms: number): Date => new Date(LOOK_AT.getTime() - ms);
const UNTROUBLED = {
  pauseReason: null,
  pausedAt: null,
  consecutiveFailures: 0,
  failingSince: null,
  oldestDueAt: null,
};
const [HOUR, LONG] = [before(3_600_000), before(7_200_000)];

test.each([
  { what: 'a healthy one', lane: UNTROUBLED, trouble: null },
  {
    what: 'one that we paused',
    lane: { ...UNTROUBLED, pauseReason: 'gone', pausedAt: HOUR },
    trouble: { state: 'paused', since: HOUR },
  },
  {
    what: 'one that an operator paused, however it is',
    lane: { ...UNTROUBLED, pauseReason: 'operator', pausedAt: HOUR, consecutiveFailures: 9, oldestDueAt: LONG },
    trouble: null,
  },
  {
    what: 'one whose breaker is open',
    lane: { ...UNTROUBLED, consecutiveFailures: 5, failingSince: LONG, oldestDueAt: HOUR },
    trouble: { state: 'breaker', since: LONG },
  },
  {
    what: 'one that only stumbled',
    lane: { ...UNTROUBLED, consecutiveFailures: 4, failingSince: LONG, oldestDueAt: before(LATE_MS) },
    trouble: null,
  },
  {
    what: 'one whose oldest delivery nobody takes',
    lane: { ...UNTROUBLED, oldestDueAt: before(LATE_MS + 1) },
    trouble: { state: 'late', since: before(LATE_MS + 1) },
  },
])('$what', ({ lane, trouble }) => {
  expect(findTrouble(lane, LOOK_AT)).toEqual(trouble);
});
