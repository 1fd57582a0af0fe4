import { AppError } from '@parley/common/errors';
import { DatabaseUnavailable } from '@parley/database/sql';
import { expect, test } from 'vitest';
import { LeaseLost } from '../leases/device-lease.rules.ts';
import { isRefusedForGood } from './item-failure.rules.ts';

const withState = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ['a part that is away', new AppError('service_unavailable'), false],
  ['a part that is late', new AppError('provider_timeout'), false],
  ['a database that is away', new DatabaseUnavailable(new Error('away')), false],
  ['a lease that is lost', new LeaseLost(1), false],
  ['a field that the contract refuses', new AppError('invalid_items_0_text'), true],
  ['an item that the bus cannot carry', new AppError('payload_too_large'), true],
  ['data that the database refuses', withState('22021'), true],
])('%s is refused for good at any attempt: %s', (_what, error, expected) => {
  for (const tries of [1, 1000]) expect(isRefusedForGood(error, tries)).toBe(expected);
});

test.each([
  ['internal_error', new AppError('internal_error')],
  ['an error of our own', new TypeError('undefined')],
  ['a column that a database does not have yet', withState('42703')],
])('%s may have any cause: only after many attempts it is the item', (_what, error) => {
  expect(isRefusedForGood(error, 1)).toBe(false);
  expect(isRefusedForGood(error, 9)).toBe(false);
  expect(isRefusedForGood(error, 10)).toBe(true);
});
