import { describe, expect, test } from 'vitest';
import { at, closed, linked, reported } from '../../test/device-steps.ts';
import type { DeviceEvent, DeviceState, DeviceStatus } from './device-state.rules.ts';

describe('removal', () => {
  test.each<[DeviceStatus, Partial<DeviceState>, string]>([
    ['created', {}, 'deleted api → close wipe'],
    ['awaiting_pairing', {}, 'deleted api → close wipe'],
    ['connected', linked, 'deleted api → log_out close wipe retract:api'],
    ['reconnecting', linked, 'deleted api → log_out close wipe retract:api'],
    ['logged_out', {}, 'deleted api → close wipe'],
    ['failed', {}, 'deleted api → close wipe'],
    ['expired', {}, 'deleted api → close wipe'],
    ['deleted', {}, 'deleted - → nothing'],
  ])('of a session that is %s', (status, given, expected) => {
    expect(reported(at(status, given), { kind: 'deleted', by: 'api' })).toBe(expected);
  });

  test.each<DeviceStatus>(['created', 'logged_out', 'expired', 'failed', 'deleted'])(
    'late news of an old socket change nothing when it is %s',
    (status) => {
      for (const event of [
        { kind: 'opened' },
        { kind: 'paired' },
        { kind: 'pairing_offered' },
        closed('logged_out'),
      ] as DeviceEvent[])
        expect(reported(at(status), event)).toBe(`${status} - → nothing`);
    },
  );
});
