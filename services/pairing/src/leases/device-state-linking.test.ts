import { describe, expect, test } from 'vitest';
import { at, closed, linked, reported } from '../../test/device-steps.ts';
import type { DeviceEvent, DeviceState, DeviceStatus } from './device-state.rules.ts';

describe('linking', () => {
  test.each<[string, DeviceState, DeviceEvent, string]>([
    ['asking for a code connects', at('created'), { kind: 'pairing_asked' }, 'connecting - → connect:0'],
    [
      'asking again while it connects changes nothing',
      at('connecting'),
      { kind: 'pairing_asked' },
      'connecting - → nothing',
    ],
    [
      'asking again with a code on show changes nothing',
      at('awaiting_pairing'),
      { kind: 'pairing_asked' },
      'awaiting_pairing - → nothing',
    ],
    [
      'a device that was logged out can be linked again',
      at('logged_out'),
      { kind: 'pairing_asked' },
      'connecting - → connect:0',
    ],
    ['one that failed can be linked again', at('failed'), { kind: 'pairing_asked' }, 'connecting - → connect:0'],
    ['a linked one cannot', at('connected', linked), { kind: 'pairing_asked' }, 'connected - → nothing'],
    ['an expired one cannot', at('expired'), { kind: 'pairing_asked' }, 'expired - → nothing'],
    ['a deleted one cannot', at('deleted'), { kind: 'pairing_asked' }, 'deleted - → nothing'],
    [
      'a code of the network awaits the phone',
      at('connecting'),
      { kind: 'pairing_offered' },
      'awaiting_pairing - → nothing',
    ],
    [
      'the next QR of the same connection changes nothing',
      at('awaiting_pairing'),
      { kind: 'pairing_offered' },
      'awaiting_pairing - → nothing',
    ],
    ['the phone takes it', at('awaiting_pairing'), { kind: 'paired' }, 'connecting - → nothing'],
    [
      'then the network wants a new connection at once',
      at('connecting', { isPaired: true }),
      closed('restart_required'),
      'connecting - → connect:0',
    ],
    ['the first login is reported', at('connecting', { isPaired: true }), { kind: 'opened' }, 'connected - → announce'],
    [
      'the first login that breaks is tried again',
      at('connecting', { isPaired: true }),
      closed('connection_lost'),
      'connecting connection_lost → connect:500',
    ],
    [
      'a proxy that fails is reported to the person who asks for a code, at once',
      at('connecting'),
      closed('network_unavailable', 'proxy'),
      'created network_unavailable/proxy → close wipe',
    ],
    [
      'another proxy ends a code that is shown',
      at('awaiting_pairing'),
      { kind: 'proxy_changed' },
      'created - → close wipe',
    ],
    [
      'another proxy connects nothing that is not connected',
      at('created'),
      { kind: 'proxy_changed' },
      'created - → nothing',
    ],
    [
      'all codes shown: the session waits to be asked again',
      at('awaiting_pairing'),
      closed('pairing_ended'),
      'created pairing_ended → close wipe',
    ],
    [
      'a connection lost with a code on show ends that code',
      at('awaiting_pairing'),
      closed('connection_lost'),
      'created connection_lost → close wipe',
    ],
    [
      'a connection lost before a code is tried again with new credentials',
      at('connecting'),
      closed('connection_lost'),
      'connecting - → wipe connect:500',
    ],
    [
      'but not for ever',
      at('connecting', { attempts: 3 }),
      closed('connection_lost'),
      'created connection_lost → close wipe',
    ],
    [
      'a refused half-made login throws the credentials away',
      at('awaiting_pairing'),
      closed('logged_out'),
      'created logged_out → close wipe',
    ],
    [
      'a passkey that is asked for fails the session',
      at('awaiting_pairing'),
      closed('passkey_required'),
      'failed passkey_required → close wipe alarm:passkey_required',
    ],
    [
      'a client that is too old fails the session',
      at('connecting'),
      closed('client_too_old'),
      'failed client_too_old → close wipe alarm:client_too_old',
    ],
    [
      'a network that cannot prove to be it ends the attempt, which may be made again',
      at('awaiting_pairing'),
      closed('untrusted_network'),
      'created untrusted_network → close wipe alarm:untrusted_network',
    ],
    [
      'an account that may not link fails the session',
      at('connecting'),
      closed('banned'),
      'failed banned → close wipe alarm:banned',
    ],
    [
      'an account without linked devices fails the session',
      at('connecting'),
      closed('multidevice_mismatch'),
      'failed multidevice_mismatch → close wipe',
    ],
  ])('%s', (_title, state, event, expected) => {
    expect(reported(state, event)).toBe(expected);
  });

  test.each<DeviceStatus>(['created', 'connecting', 'awaiting_pairing'])(
    'an unpaired session that is %s expires after its hour, and not before',
    (status) => {
      const { expiresAt } = at(status);
      expect(reported(at(status), { kind: 'checked' }, new Date(expiresAt.getTime() - 1))).toBe(
        `${status} - → nothing`,
      );
      expect(reported(at(status), { kind: 'checked' }, expiresAt)).toBe('expired - → close wipe');
    },
  );

  test.each<[DeviceStatus, Partial<DeviceState>]>([
    ['connected', linked],
    ['reconnecting', linked],
    ['logged_out', {}],
    ['failed', {}],
    ['expired', {}],
    ['deleted', {}],
  ])('a session that is %s does not expire', (status, given) => {
    expect(reported(at(status, given), { kind: 'checked' }, new Date('2027-01-01'))).toBe(`${status} - → nothing`);
  });
});
