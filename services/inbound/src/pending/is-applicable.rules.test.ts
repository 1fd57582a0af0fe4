import { expect, test } from 'vitest';
import { isApplicable, type PendingFacts } from './is-applicable.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

const waiting = (given: Partial<PendingFacts>): PendingFacts => ({
  kind: 'watermark',
  waitsFor: null,
  isMessageHere: false,
  send: null,
  ...given,
});
const forSend = (kind: string, status: string, settleBy: Date | null = after(1)) =>
  waiting({ kind, waitsFor: '7', send: { status, settleBy } });

test.each<[string, PendingFacts, boolean]>([
  ['for a message that is here', waiting({ isMessageHere: true }), true],
  ['for a message that is not here', waiting({}), false],
  ['for a send that does not exist any more', waiting({ waitsFor: '7' }), true],
  ['for a send that is sent', forSend('watermark', 'sent'), true],
  ['for a send that failed', forSend('echo', 'failed'), true],
  ['for a send under way', forSend('watermark', 'sending'), false],
  ['for a send of unknown outcome', forSend('watermark', 'unknown', after(-1)), false],
  ['an echo, for a send under way, long after its time', forSend('echo', 'sending', after(-1)), false],
  ['an echo, for a send of unknown outcome, before its time has passed', forSend('echo', 'unknown', after(1)), false],
  ['an echo, for a send of unknown outcome, exactly then', forSend('echo', 'unknown', NOW), false],
  ['an echo, for a send of unknown outcome, after it', forSend('echo', 'unknown', after(-1)), true],
  ['an echo, for a send of unknown outcome without a time', forSend('echo', 'unknown', null), true],
])('an update that waits %s', (_, update, applicable) => {
  expect(isApplicable(update, NOW)).toBe(applicable);
});
