import { expect, test } from 'vitest';
import { FIRST_FILTER, isSame, withFilter } from './filters.ts';

test('a filter is put on, replaced and taken off', () => {
  const wa = withFilter(FIRST_FILTER, 'channel', 'wa');
  expect(wa).toEqual({ status: 'open', channel: 'wa' });
  expect(withFilter(wa, 'channel', 'tg')).toEqual({ status: 'open', channel: 'tg' });
  expect(withFilter(wa, 'status', undefined)).toEqual({ channel: 'wa' });
  expect(withFilter({ q: 'ann' }, 'q', '')).toEqual({});
});

test('filters are the same whatever the order of their members', () => {
  expect(isSame({ status: 'open', channel: 'wa' }, { channel: 'wa', status: 'open' })).toBe(true);
  expect(isSame({ status: 'open' }, {})).toBe(false);
});
