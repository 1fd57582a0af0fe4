import { createHmac } from 'node:crypto';
import { Curve, type KeyPair, proto, WA_ADV_ACCOUNT_SIG_PREFIX } from 'baileys';
import { ControlError } from '../../../control/control-error.ts';
import type { Device, NetworkState, Person } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import { stanza } from './stanza.ts';

const CONFIRM_TIMEOUT_MS = 10_000;

/** The phone's knowledge of the client that it approves. */
export interface Approval {
  connection: DeviceConnection;
  /** The client's identity key. */
  identity: Buffer;
  /** The secret that only the client and the phone know. */
  advSecret: Buffer;
}

/**
 * Links an approved client to a person: signs its identity, waits for its confirmation, and asks it to restart
 * (docs/reference/wd.md#registration).
 */
export function makePairDevice(deps: { state: NetworkState; now: () => number }) {
  let lastId = 0;

  const sign = (person: Person, device: Device, given: Pick<Approval, 'identity' | 'advSecret'>): Uint8Array => {
    const account = person.keys().identity;
    const signer = deps.state.settings.forgery === 'account' ? Curve.generateKeyPair() : account;
    return signIdentity(device, { ...given, account, signer }, deps.now());
  };

  return async (person: Person, { connection, identity, advSecret }: Approval): Promise<Device> => {
    const linked = [...person.devices.values()].filter((device) => device.state === 'paired');
    if (linked.length >= deps.state.settings.deviceLimit)
      throw new ControlError(409, 'device_limit', `${person.number} has ${linked.length} linked devices already.`);
    if (person.asksPasskey) {
      const attrs = { from: 's.whatsapp.net', type: 'passkey_prologue_request', id: `passkey-${++lastId}` };
      connection.send(stanza('notification', attrs, [stanza('passkey_request_options', {}, Buffer.from('{}'))]));
      throw new ControlError(409, 'passkey_required', 'The network asked the client for a passkey.');
    }
    const device = makeDevice(person, {
      index: person.nextDevice++,
      noiseKey: connection.session.clientKey,
      platform: readPlatform(connection),
    });
    const id = `pair-success-${++lastId}`;
    const confirmed = connection.awaitReply(id, CONFIRM_TIMEOUT_MS);
    connection.send(
      stanza('iq', { from: 's.whatsapp.net', type: 'set', id, t: Math.floor(deps.now() / 1000) }, [
        stanza('pair-success', {}, [
          stanza('device-identity', {}, sign(person, device, { identity, advSecret })),
          stanza('device', { jid: device.jid, lid: device.lid }),
          stanza('platform', { name: 'android' }),
        ]),
      ]),
    );
    // The device is registered before its confirmation: its next login may overtake the answer to the phone.
    person.devices.set(device.index, device);
    deps.state.devices.set(device.id, device);
    if ((await confirmed) === null) {
      person.devices.delete(device.index);
      deps.state.devices.delete(device.id);
      throw new ControlError(504, 'device_silent', 'The client did not confirm the link.');
    }
    device.state = 'paired';
    connection.end(stanza('stream:error', { code: 515 }));
    return device;
  };
}

/** The name under which the phone lists the device. */
function readPlatform({ session }: DeviceConnection): string {
  const props = session.payload.devicePairingData?.deviceProps;
  return (props && proto.DeviceProps.decode(props).os) || 'web';
}

/** A device that is not connected. */
export function makeDevice(
  owner: Person,
  { index, noiseKey, platform }: Pick<Device, 'index' | 'noiseKey' | 'platform'>,
): Device {
  return {
    id: `${owner.number}:${index}`,
    index,
    owner,
    jid: owner.jid.replace('@', `:${index}@`),
    lid: owner.lid.replace('@', `:${index}@`),
    noiseKey,
    platform,
    state: 'pairing',
    keys: null,
    connection: null,
    isActive: false,
    isOnline: false,
    hasHistory: false,
    sockets: new Set(),
    maxConcurrent: 0,
    replaced: 0,
    refusedLogins: 0,
    logins: [],
    loginAnswers: [],
    appState: null,
    pending: new Map(),
    outbox: Promise.resolve(),
  };
}

function signIdentity(
  device: Device,
  {
    identity,
    advSecret,
    account,
    signer,
  }: Pick<Approval, 'identity' | 'advSecret'> & { account: KeyPair; signer: KeyPair },
  nowMs: number,
): Uint8Array {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: device.index,
    timestamp: Math.floor(nowMs / 1000),
    keyIndex: device.index,
  }).finish();
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: Curve.sign(signer.private, Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity])),
  }).finish();
  const hmac = createHmac('sha256', advSecret).update(signed).digest();
  return proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
}
