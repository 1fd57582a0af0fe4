import { describe, expect, test } from 'vitest';
import { type AccountState, hasHoldEnded, isHeld, planHold } from './hold.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const UNTIL = after(60_000);
const TENANT = 1;
const OTHER = 2;

const state = (status: AccountState['status'], claimedUntil: Date | null = null): AccountState => ({
  id: 10,
  tenantId: TENANT,
  status,
  claimedUntil,
});
const others = (status: AccountState['status'], claimedUntil: Date | null = null): AccountState => ({
  ...state(status, claimedUntil),
  id: 20,
  tenantId: OTHER,
});

test.each([
  ['connected', state('connected'), { ended: false, held: true }],
  ['disconnected', state('disconnected'), { ended: false, held: false }],
  ['a hold that lasts', state('connecting', after(1)), { ended: false, held: true }],
  ['a hold in its last moment', state('connecting', NOW), { ended: false, held: true }],
  ['a hold that ended a millisecond ago', state('connecting', after(-1)), { ended: true, held: false }],
  ['connected, with the end of an old hold', state('connected', after(-1)), { ended: false, held: true }],
])('%s', (_what, account, { ended, held }) => {
  expect(hasHoldEnded(account, NOW)).toBe(ended);
  expect(isHeld(account, NOW)).toBe(held);
});

describe('an account to connect for a tenant', () => {
  const connected = state('connected');
  const disconnected = state('disconnected');
  const underWay = state('connecting', after(30_000));
  const sameMoment = state('connecting', UNTIL);
  const longer = state('connecting', after(90_000));

  test.each([
    ['nobody has had it', [], { kind: 'hold', own: null, claimedUntil: UNTIL }],
    ['this tenant had it', [disconnected], { kind: 'hold', own: disconnected, claimedUntil: UNTIL }],
    ['this tenant has it', [connected], { kind: 'stays', own: connected }],
    ['another tenant has it', [others('connected')], { kind: 'elsewhere' }],
    ['another tenant is connecting it', [others('connecting', after(1))], { kind: 'elsewhere' }],
    ['another tenant had it', [others('disconnected')], { kind: 'hold', own: null, claimedUntil: UNTIL }],
    ['another has it, this tenant had it', [disconnected, others('connected')], { kind: 'elsewhere' }],
    ['another had it, this tenant has it', [others('disconnected'), connected], { kind: 'stays', own: connected }],
    ['a shorter hold of this tenant', [underWay], { kind: 'hold', own: underWay, claimedUntil: UNTIL }],
    ['a hold to the same moment', [sameMoment], { kind: 'hold', own: sameMoment, claimedUntil: after(60_001) }],
    ['a longer hold', [longer], { kind: 'hold', own: longer, claimedUntil: after(90_001) }],
  ] as const)('%s', (_what, rows, plan) => {
    expect(planHold(rows, TENANT, UNTIL)).toEqual(plan);
  });
});
