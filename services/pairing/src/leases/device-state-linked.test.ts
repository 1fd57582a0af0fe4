import { describe, expect, test } from 'vitest';
import { at, closed, EARLIER, linked, NOW, reported } from '../../test/device-steps.ts';
import { advance, type DeviceEvent, type DeviceState, REPLACED_GRACE_MS } from './device-state.rules.ts';

describe('a linked device', () => {
  test.each<[string, DeviceState, DeviceEvent, string]>([
    [
      'a broken connection is tried again, and not reported',
      at('connected', linked),
      closed('connection_lost'),
      'reconnecting connection_lost → connect:500',
    ],
    [
      'a network that is away is tried again, later each time',
      at('reconnecting', { ...linked, attempts: 4 }),
      closed('network_unavailable'),
      'reconnecting network_unavailable → connect:8000',
    ],
    [
      'a proxy that fails is tried again, later each time, and named',
      at('reconnecting', { ...linked, attempts: 4 }),
      closed('network_unavailable', 'proxy'),
      'reconnecting network_unavailable/proxy → connect:8000',
    ],
    [
      'another proxy is used at once',
      at('reconnecting', { ...linked, reason: 'network_unavailable', detail: 'proxy', attempts: 9 }),
      { kind: 'proxy_changed' },
      'reconnecting - → connect:0',
    ],
    [
      'an open connection ends with its proxy',
      at('connected', linked),
      { kind: 'proxy_changed' },
      'reconnecting - → connect:0',
    ],
    [
      'the pause after a replacement is kept with another proxy',
      at('reconnecting', { ...linked, reason: 'replaced' }),
      { kind: 'proxy_changed' },
      'reconnecting replaced → nothing',
    ],
    [
      'a device that opens has no detail',
      at('reconnecting', { ...linked, reason: 'network_unavailable', detail: 'proxy' }),
      { kind: 'opened' },
      'connected - → nothing',
    ],
    [
      'a restart that the network wants is done at once',
      at('connected', linked),
      closed('restart_required'),
      'reconnecting - → connect:0',
    ],
    ['back again is not reported', at('reconnecting', linked), { kind: 'opened' }, 'connected - → nothing'],
    [
      'removed on the phone: reported, keys gone',
      at('connected', linked),
      closed('logged_out'),
      'logged_out logged_out → close wipe retract:logged_out alarm:logged_out',
    ],
    [
      'a login that is refused: the same',
      at('reconnecting', linked),
      closed('logged_out'),
      'logged_out logged_out → close wipe retract:logged_out alarm:logged_out',
    ],
    [
      'a ban stops it',
      at('connected', linked),
      closed('banned'),
      'failed banned → close wipe retract:token_revoked alarm:banned',
    ],
    [
      'an account that left linked devices stops it',
      at('connected', linked),
      closed('multidevice_mismatch'),
      'failed multidevice_mismatch → close wipe retract:logged_out alarm:multidevice_mismatch',
    ],
    [
      'replaced once: an alarm, and one more try after the grace',
      at('connected', linked),
      closed('replaced'),
      `reconnecting replaced → connect:${REPLACED_GRACE_MS} alarm:replaced`,
    ],
    [
      'replaced again: stopped and reported',
      at('connected', { ...linked, replacedAt: EARLIER, since: EARLIER }),
      closed('replaced'),
      `reconnecting replaced → connect:${REPLACED_GRACE_MS} alarm:replaced`,
    ],
    [
      'replaced again soon: stopped and reported',
      at('connected', { ...linked, replacedAt: new Date(NOW.getTime() - 90_000) }),
      closed('replaced'),
      'failed replaced → close wipe retract:replaced alarm:replaced',
    ],
    [
      'a bad session is tried again',
      at('reconnecting', { ...linked, reason: 'bad_session', attempts: 3 }),
      closed('bad_session'),
      'reconnecting bad_session → connect:4000',
    ],
    [
      'a bad session for the fifth time is over',
      at('reconnecting', { ...linked, reason: 'bad_session', attempts: 4 }),
      closed('bad_session'),
      'failed bad_session → close wipe retract:logged_out',
    ],
    [
      'the first bad session after a long outage is the first one',
      at('reconnecting', { ...linked, reason: 'connection_lost', attempts: 9 }),
      closed('bad_session'),
      'reconnecting bad_session → connect:500',
    ],
    [
      'a client that is too old keeps its keys and tries later',
      at('connected', linked),
      closed('client_too_old'),
      'reconnecting client_too_old → connect:500 alarm:client_too_old',
    ],
    [
      'a network that cannot prove to be it costs a device nothing, which tries later',
      at('connected', linked),
      closed('untrusted_network'),
      'reconnecting untrusted_network → connect:500 alarm:untrusted_network',
    ],
    [
      'linked and never reported: its end is not reported either',
      at('connecting', { isPaired: true }),
      closed('logged_out'),
      'logged_out logged_out → close wipe alarm:logged_out',
    ],
  ])('%s', (_title, state, event, expected) => {
    expect(reported(state, event)).toBe(expected);
  });

  test('the pause between attempts is capped and spread', () => {
    const state = at('reconnecting', { ...linked, attempts: 60 });
    expect(reported(state, closed('connection_lost'))).toContain('connect:30000');
    expect(reported(state, closed('connection_lost'), NOW, 0.9999)).toMatch(/connect:(59\d{3}|60000)/);
  });

  test('the time of a status is that of its entry', () => {
    const once = advance(at('connected', linked), closed('connection_lost'), NOW, 0).state;
    expect(once.since).toEqual(NOW);
    const later = new Date(NOW.getTime() + 5000);
    expect(advance(once, closed('connection_lost'), later, 0).state.since).toEqual(NOW);
    expect(advance(once, { kind: 'opened' }, later, 0).state).toMatchObject({ since: later, attempts: 0 });
  });
});

describe('a device that was moved in, before its first login', () => {
  const moved = { isPaired: true, isMovedIn: true };
  const waiting = at('failed', { ...moved, reason: 'move_in_waiting' });
  test.each<[string, DeviceState, DeviceEvent, string]>([
    ['started: it connects', waiting, { kind: 'started' }, 'connecting - → connect:0'],
    [
      'without all of its keys it is not started',
      at('failed', { ...moved, reason: 'move_in_copying' }),
      { kind: 'started' },
      'failed move_in_copying → nothing',
    ],
    ['another device is not started', at('failed', linked), { kind: 'started' }, 'failed - → nothing'],
    ['its first login is reported', at('connecting', moved), { kind: 'opened' }, 'connected - → announce'],
    [
      'replaced: it waits with its keys until the source has stopped',
      at('connecting', moved),
      closed('replaced'),
      'failed move_in_waiting → close alarm:replaced',
    ],
    [
      'released: its keys are deleted, and nothing is logged out',
      at('connecting', moved),
      { kind: 'released' },
      'deleted released → close wipe',
    ],
    ['deleted: the same', waiting, { kind: 'deleted', by: 'api' }, 'deleted api → close wipe'],
    [
      'after the first login it cannot be released',
      at('connected', { ...linked, isMovedIn: true }),
      { kind: 'released' },
      'connected - → nothing',
    ],
    [
      'after the first login a deletion logs it out',
      at('connected', { ...linked, isMovedIn: true }),
      { kind: 'deleted', by: 'api' },
      'deleted api → log_out close wipe retract:api',
    ],
    [
      'a link that the phone removed has ended',
      at('connecting', moved),
      closed('logged_out'),
      'logged_out logged_out → close wipe alarm:logged_out',
    ],
  ])('%s', (_, state, event, expected) => {
    expect(reported(state, event)).toBe(expected);
  });
});
