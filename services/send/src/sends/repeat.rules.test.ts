import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import { expect, test } from 'vitest';
import type { KeptRequest } from '../reserve/reservation.rules.ts';
import { decideRepeat } from './repeat.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const answer: StoredAnswer = { ok: true, output: { ok: true, messageId: '1', channel: 'tg', to: '5' } };
const kept = (given: Partial<KeptRequest> & { ageMs?: number } = {}): KeptRequest => {
  const { ageMs = 0, bodyHash = 'aa' } = given;
  return { answer, ...given, bodyHash, createdAt: new Date(NOW.getTime() - ageMs) };
};

test.each([
  ['no earlier request', null, null],
  ['an answered one', kept(), { outcome: 'replayed', answer }],
  ['an answered one of exactly 24 h ago', kept({ ageMs: DAY_MS }), { outcome: 'replayed', answer }],
  ['one of a millisecond more', kept({ ageMs: DAY_MS + 1 }), null],
  ['one that runs', kept({ answer: null }), { outcome: 'in_progress' }],
  ['another body', kept({ bodyHash: 'bb' }), { outcome: 'mismatch' }],
  ['another body that runs', kept({ bodyHash: 'bb', answer: null }), { outcome: 'mismatch' }],
  ['another body of more than 24 h ago', kept({ bodyHash: 'bb', ageMs: DAY_MS + 1 }), null],
] as const)('%s', (_, earlier, outcome) => {
  expect(decideRepeat(earlier, { bodyHash: 'aa' }, NOW)).toEqual(outcome);
});
