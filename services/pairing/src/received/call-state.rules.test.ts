import { expect, test } from 'vitest';
import { type CallState, nextCallState } from './call-state.rules.ts';

test.each<[before: CallState | null, tag: string, reason: string | null, next: CallState | null]>([
  [null, 'offer', null, 'ringing'],
  [null, 'offer_notice', null, 'ringing'],
  ['ringing', 'offer', null, null],
  ['ringing', 'accept', null, 'accepted'],
  ['accepted', 'accept', null, null],
  ['ringing', 'reject', null, 'rejected'],
  ['accepted', 'reject', null, null],
  ['ringing', 'terminate', null, 'missed'],
  ['ringing', 'terminate', 'timeout', 'missed'],
  ['ringing', 'terminate', 'accepted_elsewhere', 'accepted'],
  ['ringing', 'terminate', 'rejected_elsewhere', 'rejected'],
  ['accepted', 'terminate', 'accepted_elsewhere', null],
  ['accepted', 'terminate', null, 'ended'],
  ['accepted', 'terminate', 'constructor', 'ended'],
  [null, 'terminate', null, 'ended'],
  [null, 'terminate', 'timeout', 'missed'],
  ['rejected', 'terminate', null, null],
  ['missed', 'accept', null, null],
  ['ended', 'offer', null, null],
  ['ringing', 'transport', null, null],
  [null, 'relaylatency', null, null],
])('a call that is %s, after %s (%s), becomes %s', (before, tag, reason, next) => {
  expect(nextCallState(before, { tag, reason })).toBe(next);
});
