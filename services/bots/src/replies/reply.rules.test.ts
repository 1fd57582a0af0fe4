import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import { expect, it } from 'vitest';
import { classifyOutcome, isUnpaid } from './reply.rules.ts';

const HANDED_OVER = ['refusal', 'empty', 'too_large', 'timeout', 'invalid_answer', 'invalid_request'] as const;

it.each([
  ['refused_key', null, { kind: 'stopped', reason: 'key_refused' }],
  ['out_of_money', null, { kind: 'stopped', reason: 'out_of_money' }],
  ['out_of_money', 1000, { kind: 'stopped', reason: 'out_of_money' }],
  ['rate_limited', 20, { kind: 'wait', seconds: 1 }],
  ['rate_limited', 7100, { kind: 'wait', seconds: 8 }],
  ['rate_limited', 120_000, { kind: 'wait', seconds: 120 }],
  ['rate_limited', 120_001, { kind: 'hand_over', reason: 'rate_limited' }],
  ['rate_limited', null, { kind: 'wait', seconds: 10 }],
  ['overloaded', null, { kind: 'wait', seconds: 10 }],
  ['overloaded', 3_600_000, { kind: 'hand_over', reason: 'overloaded' }],
  ['unreachable', null, { kind: 'wait', seconds: 10 }],
  ...HANDED_OVER.map((kind) => [kind, null, { kind: 'hand_over', reason: kind }] as const),
] as const)('%s with a retry delay of %s ms', (kind: AiErrorKind, retryAfterMs, outcome) => {
  expect(classifyOutcome({ kind, retryAfterMs })).toEqual(outcome);
});

it('treats only calls that certainly cost nothing as unpaid', () => {
  for (const kind of ['refused_key', 'rate_limited', 'overloaded', 'out_of_money'] as const)
    expect(isUnpaid(kind)).toBe(true);
  for (const kind of ['timeout', 'too_large', 'refusal', 'empty', 'unreachable', 'invalid_answer'] as const)
    expect(isUnpaid(kind)).toBe(false);
});
