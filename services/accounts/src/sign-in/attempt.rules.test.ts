import type { Visitor } from '@parley/common/call-context';
import { expect, test } from 'vitest';
import { countedBy, type Failures, GROWING_PAUSES, STEADY_ALLOWANCE } from './attempt.rules.ts';

const ACCOUNT = 'ann@shop.example';
const visitor = (network: string | null, device?: string): Visitor => ({
  address: '203.0.113.7',
  userAgent: 'a browser',
  network,
  ...(device === undefined ? {} : { device }),
});
const subjects = (...given: Parameters<typeof countedBy>): string[] =>
  countedBy(...given).map(({ subject }) => subject.toString('hex'));
const unknown = { known: { device: false, network: false }, triedFor: 'secret' } as const;
const fromHome = { known: { device: false, network: true }, triedFor: 'secret' } as const;
const onOwn = { known: { device: true, network: true }, triedFor: 'secret' } as const;

test('a known device shares its count with no other device', () => {
  const own = subjects(ACCOUNT, visitor('192.0.2.1', 'own'), onOwn);
  expect(own).toHaveLength(1);
  const others = [
    subjects(ACCOUNT, visitor('192.0.2.1', 'other'), onOwn),
    subjects(ACCOUNT, visitor('192.0.2.1', 'own'), unknown),
    subjects('bob@shop.example', visitor('192.0.2.1', 'own'), onOwn),
  ];
  for (const other of others) expect(other).not.toEqual(expect.arrayContaining(own));
});

test('a network with a successful sign-in to the account does not share the count of the account', () => {
  const stranger = subjects(ACCOUNT, visitor('198.51.100.1'), unknown);
  const another = subjects(ACCOUNT, visitor('198.51.100.2'), unknown);
  expect(stranger.filter((subject) => another.includes(subject))).toHaveLength(1);
  const home = subjects(ACCOUNT, visitor('192.0.2.1'), fromHome);
  expect(home.filter((subject) => stranger.includes(subject))).toEqual([]);
});

test('attempts of a network are counted across all accounts, and those of a shared network only per account', () => {
  const common = (network: string | null): number => {
    const first = subjects(ACCOUNT, visitor(network), unknown);
    const second = subjects('bob@shop.example', visitor(network), unknown);
    return first.filter((subject) => second.includes(subject)).length;
  };
  expect(common('198.51.100.1')).toBe(1);
  expect(common(null)).toBe(0);
});

test('mails for a new password are counted separately from wrong passwords', () => {
  const asked = subjects(ACCOUNT, visitor('198.51.100.1'), { ...unknown, triedFor: 'password-reset' });
  const tried = subjects(ACCOUNT, visitor('198.51.100.1'), unknown);
  expect(asked.filter((subject) => tried.includes(subject))).toHaveLength(1);
});

const NOW = new Date('2030-01-01T00:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

test.each([
  [0, 0, 0],
  [9, 0, 0],
  [10, 0, 1000],
  [11, 0, 2000],
  [12, 1000, 3000],
  [14, 0, 16_000],
  [15, 0, 30_000],
  [1000, 0, 30_000],
  [1000, 30_000, 0],
  [1000, 29_000, 1000],
  [10, 900_000, 0],
])(
  'after %i failures of a device or network, the last one %i ms ago, the next attempt waits %i ms',
  (failures, sinceMs, pauseMs) => {
    expect(GROWING_PAUSES.pauseBefore({ failures, lastAt: ago(sinceMs) }, NOW)).toBe(pauseMs);
  },
);

test('an attempt counts as failed when it begins; after a quarter of an hour the count starts at one', () => {
  expect(GROWING_PAUSES.afterAttempt({ failures: 4, lastAt: ago(1000) }, NOW)).toEqual({ failures: 5, lastAt: NOW });
  expect(GROWING_PAUSES.afterAttempt({ failures: 40, lastAt: ago(900_000) }, NOW)).toEqual({
    failures: 1,
    lastAt: NOW,
  });
});

/** The number of tries at these moments that an account admits. */
function admitted(moments: readonly number[]): number {
  let held: Failures = { failures: 0, lastAt: new Date(0) };
  let count = 0;
  for (const ms of moments) {
    const at = new Date(NOW.getTime() + ms);
    if (STEADY_ALLOWANCE.pauseBefore(held, at) > 0) continue;
    held = STEADY_ALLOWANCE.afterAttempt(held, at);
    count++;
  }
  return count;
}
const everyMs = (ms: number, count: number): number[] => Array.from({ length: count }, (_, index) => index * ms);

test('an account admits 60 attempts at once, then one every 10 s', () => {
  expect(admitted(everyMs(0, 100))).toBe(60);
  expect(admitted(everyMs(1000, 3600))).toBe(60 + 359);
});

test('an attempt every 10 s or more never exhausts an account’s allowance', () => {
  expect(admitted(everyMs(10_000, 10_000))).toBe(10_000);
  expect(admitted(everyMs(12_345, 10_000))).toBe(10_000);
});

test('a full account admits the next attempt after the pause that it reports', () => {
  const held = { failures: 60, lastAt: ago(4000) };
  const pauseMs = STEADY_ALLOWANCE.pauseBefore(held, NOW);
  expect(pauseMs).toBe(6000);
  expect(STEADY_ALLOWANCE.pauseBefore(held, new Date(NOW.getTime() + pauseMs))).toBe(0);
});
