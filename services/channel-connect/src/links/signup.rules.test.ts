import type { TokenInspection } from '@parley/providers/graph/page-answers';
import type { SendFailure } from '@parley/providers/sent/send-outcome';
import { describe, expect, test } from 'vitest';
import {
  chooseNumber,
  type GrantedNumber,
  grantedAccounts,
  lockedUntilOf,
  needsRegistration,
  planRegistration,
  registrationProblem,
} from './signup.rules.ts';

const OWN_APP = '670843887433847';
const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];
const granular = (management: string[] | null, messaging: string[] | null) => [
  { scope: 'whatsapp_business_management', targetIds: management },
  { scope: 'whatsapp_business_messaging', targetIds: messaging },
];
const inspected = (given: Partial<TokenInspection> = {}): TokenInspection => ({
  isValid: true,
  appId: OWN_APP,
  userId: null,
  expiresAt: null,
  scopes: SCOPES,
  granular: granular(['1', '2'], ['1', '2']),
  ...given,
});

// Everything that a browser reports is a claim: the token decides.
describe('the accounts of a token', () => {
  test.each([
    ['none is claimed', inspected(), null, { wabaIds: ['1', '2'] }],
    ['one of them is claimed', inspected(), '2', { wabaIds: ['2'] }],
    ['another one is claimed', inspected(), '3', { refusal: 'not_granted' }],
    [
      'one may be managed, another may send',
      inspected({ granular: granular(['1'], ['2']) }),
      null,
      { refusal: 'no_number' },
    ],
    [
      'one may be managed and not send, and is claimed',
      inspected({ granular: granular(['1', '2'], ['2']) }),
      '1',
      { refusal: 'not_granted' },
    ],
    ['messages are not limited to accounts', inspected({ granular: granular(['1'], null) }), null, { wabaIds: ['1'] }],
    ['nothing is limited, and one is claimed', inspected({ granular: granular(null, null) }), '9', { wabaIds: ['9'] }],
    [
      'nothing is limited, and none is claimed',
      inspected({ granular: granular(null, null) }),
      null,
      { refusal: 'no_number' },
    ],
    [
      'other scopes name others',
      inspected({ granular: [...granular(['1'], ['1']), { scope: 'ads_read', targetIds: ['7'] }] }),
      '7',
      { refusal: 'not_granted' },
    ],
    ['the token was issued to another app', inspected({ appId: '1' }), '1', { refusal: 'provider_error' }],
    ['the token is not valid', inspected({ isValid: false }), '1', { refusal: 'provider_error' }],
    [
      'the person left out messages',
      inspected({ scopes: SCOPES.slice(0, 1) }),
      '1',
      { refusal: 'missing_permissions' },
    ],
    [
      'the person left out the account',
      inspected({ scopes: SCOPES.slice(1) }),
      '1',
      { refusal: 'missing_permissions' },
    ],
  ])('%s', (_case, inspection, wabaId, accounts) => {
    expect(grantedAccounts(inspection, OWN_APP, wabaId)).toEqual(accounts);
  });

  test('are at most ten: each costs a call', () => {
    const ids = Array.from({ length: 30 }, (_, id) => String(id));
    expect(grantedAccounts(inspected({ granular: granular(ids, ids) }), OWN_APP, null)).toEqual({
      wabaIds: ids.slice(0, 10),
    });
  });
});

const number = (id: string, given: Partial<GrantedNumber> = {}): GrantedNumber => ({
  ...{ id, wabaId: '1', displayNumber: '+1 555', verifiedName: 'Shop', status: 'PENDING', isOnBizApp: false },
  onboardedAt: null,
  ...given,
});

describe('the number to connect', () => {
  const [old, young] = [number('1', { onboardedAt: '2026-01-01' }), number('2', { onboardedAt: '2026-11-01' })];
  test.each([
    ['there is one', [old], null, { number: old }],
    ['there are several', [old, young], null, { choose: [young, old] }],
    ['one is named', [old, young], '1', { number: old }],
    ['another one is named', [old, young], '3', { refusal: 'not_granted' }],
    ['there is none', [], null, { refusal: 'no_number' }],
  ])('%s', (_case, numbers, named, chosen) => {
    expect(chooseNumber(numbers, named)).toEqual(chosen);
  });

  test.each([
    ['PENDING', false, true],
    ['DISCONNECTED', false, true],
    ['CONNECTED', false, false],
    ['PENDING', true, false],
  ])('with status %s, on the app: %s, is registered: %s', (status, isOnBizApp, isNeeded) => {
    expect(needsRegistration(number('1', { status, isOnBizApp }))).toBe(isNeeded);
  });
});

const failure = (code: string | number, kind: SendFailure['kind'] = 'refused'): SendFailure =>
  // safe: the rule reads these members
  ({ kind, provider: { code, message: '' } }) as SendFailure;

// https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
test.each([
  [133000, 'later'],
  [133004, 'later'],
  [133005, 'wrong_pin'],
  [133006, 'not_verified'],
  [133008, 'too_many_pins'],
  [133009, 'too_many_pins'],
  [133010, 'refused'],
  [133015, 'later'],
  [133016, 'locked'],
  [136024, 'refused'],
  [131045, 'refused'],
  [131037, 'refused'],
  [100, 'refused'],
  [10, 'refused'],
  [200, 'refused'],
  [190, 'refused'],
])('a registration that is refused with %i stops as %s', (code, problem) => {
  expect(registrationProblem(failure(code))).toBe(problem);
  expect(registrationProblem(failure(String(code)))).toBe(problem);
  // Without an answer the number may be registered.
  expect(registrationProblem(failure(code, 'unknown'))).toBe('no_answer');
});

test('there are ten registrations within 72 hours of the first, and none while a number is locked', () => {
  const since = new Date('2026-11-01T00:00:00Z');
  const hours = (count: number): Date => new Date(since.getTime() + count * 3_600_000);
  const log = { since, lockedUntil: null };
  expect(planRegistration({ attempts: 0, since: null, lockedUntil: null }, since)).toEqual({ attempts: 1, since });
  expect(planRegistration({ ...log, attempts: 9 }, hours(71))).toEqual({ attempts: 10, since });
  expect(planRegistration({ ...log, attempts: 10 }, hours(71))).toEqual({ lockedUntil: hours(72) });
  expect(planRegistration({ ...log, attempts: 10 }, hours(72))).toEqual({ attempts: 1, since: hours(72) });
  const locked = { ...log, attempts: 1, lockedUntil: hours(10) };
  expect(planRegistration(locked, hours(9))).toEqual({ lockedUntil: hours(10) });
  expect(planRegistration(locked, hours(10))).toEqual({ attempts: 2, since });
  expect(lockedUntilOf(since)).toEqual(hours(72));
});
