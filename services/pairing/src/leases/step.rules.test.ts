import { expect, test } from 'vitest';
import type { DeviceEffect } from './device-state.rules.ts';
import { chooseAccount, writesOf } from './step.rules.ts';

const unchanged = { kind: 'unchanged' };
const disconnect = { kind: 'disconnect', reason: 'api' };
const announce: DeviceEffect = { kind: 'announce' };
const retract: DeviceEffect = { kind: 'retract', reason: 'api' };

test.each<[string, DeviceEffect[], boolean, unknown]>([
  ['a step without effects', [], true, { wipesKeys: false, channel: unchanged }],
  ['a connection is not stored', [{ kind: 'connect', delayMs: 0 }], true, { wipesKeys: false, channel: unchanged }],
  ['a first announcement', [announce], false, { wipesKeys: false, channel: { kind: 'connect' } }],
  ['an announcement of what is connected', [announce], true, { wipesKeys: false, channel: unchanged }],
  [
    'the end of a device',
    [{ kind: 'close' }, { kind: 'wipe' }, retract],
    true,
    { wipesKeys: true, channel: disconnect },
  ],
  [
    'the end of a device without a channel',
    [{ kind: 'wipe' }, retract],
    false,
    { wipesKeys: true, channel: unchanged },
  ],
  ['keys of a failed login', [{ kind: 'wipe' }], false, { wipesKeys: true, channel: unchanged }],
])('%s', (_, effects, hasChannel, expected) => {
  expect(writesOf(effects, hasChannel)).toEqual(expected);
});

const MINE = '+96170000001';
const OTHER = '+96170000002';

test.each([
  ['a device that is linked first gets a new account', [], MINE, null],
  ['the same phone goes on in its account', [{ id: 1, number: MINE }], MINE, 1],
  ['another phone gets a new one', [{ id: 1, number: OTHER }], MINE, null],
  [
    'the newest of the same phone counts',
    [
      { id: 1, number: MINE },
      { id: 2, number: MINE },
    ],
    MINE,
    2,
  ],
  [
    'another phone between changes nothing',
    [
      { id: 1, number: MINE },
      { id: 2, number: OTHER },
    ],
    MINE,
    1,
  ],
  ['a phone whose number is unknown goes on where none was known', [{ id: 1, number: null }], null, 1],
  ['a known number is not an unknown one', [{ id: 1, number: null }], MINE, null],
])('%s', (_, before, phone, expected) => {
  expect(chooseAccount(before, phone)).toBe(expected);
});
