import type { BinaryNode } from 'baileys';
import type { Device, DeviceKeys, NetworkState, Person } from '../state/network-state.ts';
import { findPerson } from '../state/people.ts';
import type { Answer, Answerer } from './answer-iq.ts';
import { bigEndian, part, partBytes, parts, readBigEndian, splitJid, stanza } from './stanza.ts';
import { takeBundle } from './take-bundle.ts';

const KEY_TYPE = Buffer.from([5]);
/** Excess one-time keys are dropped: nothing here uses them up. */
const MAX_KEPT_KEYS = 50;

/**
 * `encrypt`: stores the keys of devices, and returns those of people and of other devices
 * (docs/reference/wd.md#queries).
 */
export function answerKeyQueries(state: NetworkState): Answerer {
  return ({ device, iq, asked }) => {
    if (iq.attrs.type === 'set') {
      if (asked?.tag === 'rotate') rotateSignedKey(device, part(asked, 'skey'));
      else takeKeys(device, iq);
      return { content: undefined };
    }
    if (asked?.tag === 'count') return { content: [stanza('count', { value: keyCount(device, state) })] };
    if (asked?.tag === 'digest') return { content: [stanza('digest')] };
    if (asked?.tag === 'key') return handOutKeys(state, parts(asked));
    return undefined;
  };
}

/** The keys of a person's phone in the format of the client's session builder. */
export function personBundle(person: Person, jid: string, isForged = false): BinaryNode {
  const { identity, registrationId, signedPreKey } = person.keys();
  return bundleStanza(jid, registrationId, Buffer.from(identity.public), {
    id: signedPreKey.keyId,
    key: Buffer.from(signedPreKey.keyPair.public),
    signature: isForged ? Buffer.alloc(64) : Buffer.from(signedPreKey.signature),
  });
}

function keyCount(device: Device, state: NetworkState): number {
  if (device.keys !== null) return device.keys.oneTime.length;
  return state.settings.initialPreKeys === 'full' ? 0 : 1;
}

function takeKeys(device: Device, iq: BinaryNode) {
  const signed = readSignedKey(part(iq, 'skey'));
  const identity = partBytes(iq, 'identity');
  if (!signed || !identity) return;
  const uploaded = parts(part(iq, 'list')).map((key) => ({
    id: readBigEndian(partBytes(key, 'id')),
    key: partBytes(key, 'value') ?? Buffer.alloc(0),
  }));
  const kept = device.keys?.identity.equals(identity) ? device.keys.oneTime : [];
  const registrationId = readBigEndian(partBytes(iq, 'registration'));
  const oneTime = [...kept, ...uploaded].slice(-MAX_KEPT_KEYS);
  device.keys = { registrationId, identity, signed, oneTime };
}

function rotateSignedKey(device: Device, node: BinaryNode | undefined) {
  const signed = readSignedKey(node);
  if (signed && device.keys) device.keys.signed = signed;
}

function readSignedKey(node: BinaryNode | undefined): DeviceKeys['signed'] | undefined {
  const key = partBytes(node, 'value');
  const signature = partBytes(node, 'signature');
  return key && signature ? { id: readBigEndian(partBytes(node, 'id')), key, signature } : undefined;
}

function handOutKeys(state: NetworkState, users: BinaryNode[]): Answer {
  const bundles = users.flatMap(({ attrs: { jid = '' } }) => {
    const person = findPerson(state, jid);
    const { device: index } = splitJid(jid);
    if (!person) return [];
    if (index === 0) return [personBundle(person, jid, state.settings.forgery === 'signed_pre_key')];
    const device = person.devices.get(index);
    const bundle = device?.state === 'paired' ? takeBundle(device) : null;
    return bundle === null
      ? []
      : [bundleStanza(jid, bundle.registrationId, bundle.identity, bundle.signed, bundle.oneTime)];
  });
  return { content: [stanza('list', {}, bundles)] };
}

function bundleStanza(
  jid: string,
  registrationId: number,
  identity: Buffer,
  signed: DeviceKeys['signed'],
  oneTime?: { id: number; key: Buffer },
): BinaryNode {
  const id = (value: number) => stanza('id', {}, bigEndian(value, 3));
  const value = (key: Buffer) => stanza('value', {}, key);
  return stanza('user', { jid }, [
    stanza('registration', {}, bigEndian(registrationId, 4)),
    stanza('type', {}, KEY_TYPE),
    stanza('identity', {}, identity),
    stanza('skey', {}, [id(signed.id), value(signed.key), stanza('signature', {}, signed.signature)]),
    ...(oneTime ? [stanza('key', {}, [id(oneTime.id), value(oneTime.key)])] : []),
  ]);
}
