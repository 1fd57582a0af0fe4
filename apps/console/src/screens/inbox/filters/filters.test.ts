import { expect, test } from 'vitest';
import { addressOf, FIRST_FILTER, filterOf, isSame, withFilter } from './filters.ts';

test('sets, replaces and removes a filter', () => {
  const wa = withFilter(FIRST_FILTER, 'channel', 'wa');
  expect(wa).toEqual({ status: 'open', channel: 'wa' });
  expect(withFilter(wa, 'channel', 'tg')).toEqual({ status: 'open', channel: 'tg' });
  expect(withFilter(wa, 'status', undefined)).toEqual({ channel: 'wa' });
  expect(withFilter({ q: 'ann' }, 'q', '')).toEqual({});
});

test('filters are equal whatever the order of their members', () => {
  expect(isSame({ status: 'open', channel: 'wa' }, { channel: 'wa', status: 'open' })).toBe(true);
  expect(isSame({ status: 'open' }, {})).toBe(false);
});

test.each([
  ['the first one', FIRST_FILTER, {}],
  ['every state', {}, { status: 'all' }],
  ['a state and a text', { status: 'resolved', q: 'ann' }, { status: 'resolved', q: 'ann' }],
  [
    'open ones of a channel',
    { status: 'open', channel: 'wa', unread: true },
    { status: 'open', channel: 'wa', unread: true },
  ],
] as const)('a filter stands in the address and is read from it: %s', (_, filter, address) => {
  expect(addressOf(filter)).toEqual(address);
  expect(filterOf(address) ?? FIRST_FILTER).toEqual(filter);
});
