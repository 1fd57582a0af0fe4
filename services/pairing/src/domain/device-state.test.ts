import { describe, expect, test } from 'vitest';
import type { CloseReason } from './close-reason.ts';
import { advance, type DeviceEvent, type DeviceState, type DeviceStatus, REPLACED_GRACE_MS } from './device-state.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const EARLIER = new Date('2026-03-01T09:30:00Z');

const at = (status: DeviceStatus, given: Partial<DeviceState> = {}): DeviceState => ({
  status,
  reason: null,
  since: EARLIER,
  isPaired: false,
  isAnnounced: false,
  attempts: 0,
  replacedAt: null,
  expiresAt: new Date('2026-03-01T10:30:00Z'),
  ...given,
});
const linked = { isPaired: true, isAnnounced: true };
const closed = (reason: CloseReason): DeviceEvent => ({ kind: 'closed', reason });

/** A step in short form: `status reason → effects`. */
function reported(state: DeviceState, event: DeviceEvent, now = NOW, random = 0): string {
  const step = advance(state, event, now, random);
  const effects = step.effects.map((effect) =>
    [effect.kind, 'delayMs' in effect ? effect.delayMs : null, 'reason' in effect ? effect.reason : null]
      .filter((part) => part !== null)
      .join(':'),
  );
  return `${step.state.status} ${step.state.reason ?? '-'} → ${effects.join(' ') || 'nothing'}`;
}

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
      at('reconnecting', { ...linked, attempts: 3 }),
      closed('bad_session'),
      'reconnecting bad_session → connect:4000',
    ],
    [
      'a bad session for the fifth time is over',
      at('reconnecting', { ...linked, attempts: 4 }),
      closed('bad_session'),
      'failed bad_session → close wipe retract:logged_out',
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
