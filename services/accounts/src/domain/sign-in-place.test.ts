import type { Visitor } from '@parley/common/call-context';
import { expect, test } from 'vitest';
import { countedBy } from './sign-in-place.ts';

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

test('a known device shares its count with nobody', () => {
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

test('a network is counted across all accounts; a shared network only per account', () => {
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
