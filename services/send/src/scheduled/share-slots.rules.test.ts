import type { Channel } from '@parley/common/channels';
import { expect, test } from 'vitest';
import { type DueQueue, PROCESS_SLOTS, shareSlots } from './share-slots.rules.ts';

const NONE = { byTenant: new Map(), byAccount: new Map(), total: 0 };
const queue = (tenantId: number, accountId: number, channel: Channel = 'wa'): DueQueue => ({
  tenantId,
  accountId,
  channel,
  dueAt: new Date(0),
});

/** The slots of each account. */
const sharesOf = (...given: Parameters<typeof shareSlots>) =>
  Object.fromEntries(shareSlots(...given).map(({ accountId, count }) => [accountId, count]));

test.each([
  ['wa', 8],
  ['tg', 4],
  ['wd', 1],
] as const)('one account of %s gets %d slots, whatever is free', (channel, most) => {
  expect(sharesOf([queue(1, 1, channel)], NONE)).toEqual({ 1: most });
});

test('an account of one message is served while another has any number', () => {
  expect(sharesOf([queue(1, 1), queue(2, 2)], NONE)).toEqual({ 1: 8, 2: 8 });
});

test('a tenant with 100 accounts gets no more than a tenant with two', () => {
  const many = Array.from({ length: 100 }, (_, index) => queue(1, 100 + index));
  const shares = sharesOf([...many, queue(2, 1), queue(2, 2)], NONE);
  expect([shares[1], shares[2]]).toEqual([8, 8]);
  expect(Object.values(shares).reduce((sum, count) => sum + count)).toBe(PROCESS_SLOTS);
});

test('the tenant and the account with the fewest messages in use are next', () => {
  const used = { byTenant: new Map([[1, 28]]), byAccount: new Map([[1, 7]]), total: PROCESS_SLOTS - 3 };
  expect(sharesOf([queue(1, 1), queue(1, 2), queue(2, 3)], used)).toEqual({ 3: 3 });
  const same = { byTenant: new Map([[1, 7]]), byAccount: new Map([[1, 6]]), total: PROCESS_SLOTS - 3 };
  expect(sharesOf([queue(1, 1), queue(1, 2)], same)).toEqual({ 2: 3 });
});

test('more tenants than slots: the first of the list are served, one slot each', () => {
  const many = Array.from({ length: 50 }, (_, index) => queue(index + 1, index + 1));
  const shares = sharesOf(many, NONE);
  expect(Object.keys(shares).map(Number)).toEqual(Array.from({ length: PROCESS_SLOTS }, (_, index) => index + 1));
  expect(new Set(Object.values(shares))).toEqual(new Set([1]));
});

test('nothing is shared without a free slot, nor to an account at its limit', () => {
  expect(shareSlots([queue(1, 1)], { ...NONE, total: PROCESS_SLOTS })).toEqual([]);
  expect(shareSlots([queue(1, 1)], { ...NONE, byAccount: new Map([[1, 8]]), total: 8 })).toEqual([]);
});
