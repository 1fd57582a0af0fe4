import { expect, test } from 'vitest';
import type { HealthSignal } from './device-network.rules.ts';
import { isInForce, nextRestriction, type Restriction } from './linked-device.rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const restricted = (until: Date | null = null): Restriction => ({ name: 'restricted', until, kind: null });
const capped = (until: Date | null = null): Restriction => ({ name: 'capped', until, kind: null });
const signal = (kind: HealthSignal['kind'], isActive: boolean, until: Date | null = null): HealthSignal => ({
  kind,
  isActive,
  until,
  detail: null,
});

test.each([
  ['the first limit stands', null, signal('capping', true), capped()],
  [
    'the same limit takes the new end',
    capped(inSeconds(5)),
    signal('capping', true, inSeconds(9)),
    capped(inSeconds(9)),
  ],
  ['the weightier one takes the place of the other', capped(), signal('reachout_timelock', true), restricted()],
  ['the lighter one does not', restricted(), signal('capping', true), restricted()],
  ['the lighter one does when the other is over', restricted(inSeconds(-1)), signal('capping', true), capped()],
  ['a limit that ends now is over', restricted(NOW), signal('capping', true), capped()],
  ['a limit that ends in a moment is not', restricted(inSeconds(1)), signal('capping', true), restricted(inSeconds(1))],
  ['its end lifts it', restricted(), signal('reachout_timelock', false), null],
  ['the end of another does not', restricted(), signal('capping', false), restricted()],
  ['an end without a limit changes nothing', null, signal('capping', false), null],
])('%s', (_, current, reported, expected) => {
  expect(nextRestriction(current, reported, NOW)).toEqual(expected);
});

test.each([
  [null, true],
  [inSeconds(1), true],
  [NOW, false],
  [inSeconds(-1), false],
])('a limit until %s is active: %s', (until, expected) => {
  expect(isInForce(capped(until), NOW)).toBe(expected);
});
