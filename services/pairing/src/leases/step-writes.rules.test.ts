import { expect, test } from 'vitest';
import type { DeviceEffect } from './device-state.rules.ts';
import { writesOf } from './step-writes.rules.ts';

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
