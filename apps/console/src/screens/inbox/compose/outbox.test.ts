import { expect, test } from 'vitest';
import {
  isFirstRunning,
  isSafeToRetry,
  isStoredAfter,
  markUnconfirmed,
  type PendingAnswer,
  readPending,
  UNCONFIRMED,
} from './outbox.ts';

const entry = (given: Partial<PendingAnswer> = {}): PendingAnswer => ({
  key: 'k',
  conversationId: 7,
  answer: { message: 'Hello' },
  shown: 'Hello',
  at: '2026-03-01T10:00:00.000Z',
  problem: null,
  ...given,
});

test('marks answers unconfirmed that were being sent when the page closed, and keeps failed ones', () => {
  const problem = { code: 'unreachable', message: '' };
  expect(markUnconfirmed([entry(), entry({ problem })])).toEqual([entry({ problem: UNCONFIRMED }), entry({ problem })]);
});

test.each([
  ['a moment', 1, true],
  ['22 hours', 22 * 3_600_000, true],
  ['23 hours', 23 * 3_600_000, false],
])('%s later: safe to retry is %j', (_, ageMs, expected) => {
  expect(isSafeToRetry(entry(), Date.parse(entry().at) + ageMs)).toBe(expected);
});

test.each([
  ['graph_error', true],
  ['provider_timeout', true],
  ['insufficient_balance', false],
  ['unreachable', false],
])('after %s the message is stored in the conversation: %j', (code, expected) => {
  expect(isStoredAfter(code)).toBe(expected);
});

test.each([
  ['idempotency_in_progress', 0, true],
  ['idempotency_in_progress', 59, true],
  ['idempotency_in_progress', 60, false],
  ['unreachable', 0, false],
])('waits after %s and %i attempts: %j', (code, attemptsBefore, expected) => {
  expect(isFirstRunning(code, attemptsBefore)).toBe(expected);
});

test.each([[null], [''], ['{"a":1}'], ['[1,null,"x"]'], ['[[']])('reads nothing from %j', (stored) => {
  expect(readPending(stored)).toEqual([]);
});
