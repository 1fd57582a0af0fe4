import { describe, expect, test } from 'vitest';
import { isApplicable, nextLookMs, type PendingFacts } from './pending.rules.ts';

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

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe('the next check of a waiting update', () => {
  test.each([
    [0, 500],
    [2 * SECOND, 500],
    [8 * SECOND, 2 * SECOND],
    [60 * SECOND, 15 * SECOND],
    [HOUR, 15 * 60 * SECOND],
    [4 * HOUR, HOUR],
    [6 * DAY, HOUR],
    [-5 * SECOND, 500],
  ])('for a message, after %d ms: in %d ms', (ageMs, wanted) => {
    expect(nextLookMs({ ageMs, waitsForSend: false })).toBe(wanted);
  });

  test.each([
    [0, 500],
    [59 * SECOND, 500],
    [60 * SECOND, 30 * SECOND],
    [DAY, 30 * SECOND],
  ])('for a send, after %d ms: in %d ms', (ageMs, wanted) => {
    expect(nextLookMs({ ageMs, waitsForSend: true })).toBe(wanted);
  });

  test('an update is checked about two hundred times in the week before it is dropped', () => {
    let looks = 0;
    for (let ageMs = 0; ageMs < 7 * DAY; looks++) ageMs += nextLookMs({ ageMs, waitsForSend: false });
    expect(looks).toBeLessThan(230);
  });
});
