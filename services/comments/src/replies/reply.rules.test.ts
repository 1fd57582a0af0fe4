import { expect, test } from 'vitest';
import { intentOfKept, type KeptReply } from './reply.rules.ts';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const DAY_MS = 24 * 3600 * 1000;
const kept = (given: Partial<KeptReply> = {}): KeptReply => ({
  id: '1',
  status: 'posted',
  replyId: 'r1',
  privateMessage: null,
  commentRowId: '5',
  text: 'thanks',
  createdAt: new Date(NOW.getTime() - 1000),
  ...given,
});
const aged = (ms: number) => kept({ createdAt: new Date(NOW.getTime() - ms) });

test.each([
  ['the same request finds its outcome', kept(), { commentRowId: '5', text: 'thanks' }, true],
  ['another text is another reply', kept(), { commentRowId: '5', text: 'no' }, false],
  ['another comment is another reply', kept(), { commentRowId: '6', text: 'thanks' }, false],
  ['exactly 24 hours later it is the same', aged(DAY_MS), { commentRowId: '5', text: 'thanks' }, true],
  ['after that the key is free', aged(DAY_MS + 1), { commentRowId: '5', text: 'thanks' }, undefined],
])('%s', (_, found, asked, isSame) => {
  expect(intentOfKept(found, asked, NOW)?.isSame).toBe(isSame);
});

test('an earlier run is returned in its last state', () => {
  const privateMessage = { ok: false, error: 'provider_timeout', message: 'late' } as const;
  expect(
    intentOfKept(
      kept({ status: 'unknown', replyId: null, privateMessage }),
      { commentRowId: '5', text: 'thanks' },
      NOW,
    ),
  ).toEqual({ id: '1', status: 'unknown', replyId: null, privateAnswer: privateMessage, isSame: true });
});
