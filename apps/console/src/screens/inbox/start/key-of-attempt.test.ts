import { expect, test } from 'vitest';
import { keyOfAttempt } from './key-of-attempt.ts';

const LAST = { key: 'first', content: 'hello', code: 'unreachable' };
const next = (last: typeof LAST | null, content = 'hello'): string => keyOfAttempt(last, content, () => 'new');

test('the first attempt has a new key', () => {
  expect(next(null)).toBe('new');
});

test.each(['unreachable', 'service_unavailable', 'provider_timeout', 'idempotency_in_progress'])(
  'after %s the same message keeps its key: it may have been sent',
  (code) => {
    expect(next({ ...LAST, code })).toBe('first');
  },
);

test.each(['graph_error', 'insufficient_balance', 'invalid_to'])('after %s the next attempt has a new key', (code) => {
  expect(next({ ...LAST, code })).toBe('new');
});

test('another message has a new key', () => {
  expect(next(LAST, 'hello again')).toBe('new');
});
