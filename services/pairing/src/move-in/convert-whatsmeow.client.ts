import { MOVE_IN_VALUE_MAX } from '@parley/common/contracts/operator/move-in';
import { writePreKey, writeWithBytes } from '../network/key-text.client.ts';
import { tokensByLid } from './convert-baileys.client.ts';
import { adoptCreds, makeKeyPair, publicKeyOf, withType } from './creds.client.ts';
import { type Conversion, CREDS, type Dropped, type MovedKey, makeDropped, refused } from './moved-device.rules.ts';
import { convertSenderKey, convertSession } from './whatsmeow-session.rules.ts';

/** A row of `whatsmeow_device`. */
export interface WhatsmeowDevice {
  jid: string;
  lid: string | null;
  registrationId: number;
  noiseKey: Uint8Array;
  identityKey: Uint8Array;
  signedPreKey: Uint8Array;
  signedPreKeyId: number;
  signedPreKeySig: Uint8Array;
  advKey: Uint8Array;
  advDetails: Uint8Array;
  advAccountSig: Uint8Array;
  advAccountSigKey: Uint8Array;
  advDeviceSig: Uint8Array;
  platform: string;
  pushName: string;
}

/** The rows of one device in the tables of the Go library. A person's address is `<user>:<device>`. */
export interface WhatsmeowStore {
  device: WhatsmeowDevice;
  identities: readonly { theirId: string; identity: Uint8Array }[];
  preKeys: readonly { keyId: number; key: Uint8Array }[];
  sessions: readonly { theirId: string; session: Uint8Array }[];
  senderKeys: readonly { chatId: string; senderId: string; senderKey: Uint8Array }[];
  appStateKeys: readonly { keyId: Uint8Array; keyData: Uint8Array; timestamp: number }[];
  tokens: readonly { theirJid: string; token: Uint8Array; timestamp: number; senderTimestamp: number | null }[];
  /** Addresses of the device's contacts. */
  contacts: readonly string[];
  /** Numbers and hidden ids. The table is shared by all devices of a store. */
  lidMap: readonly { lid: string; pn: string }[];
  /** Rows that Parley does not need, by table. */
  left: Readonly<Record<string, number>>;
}

const KEY_BYTES = 32;
/** The suffix of a hidden id in addresses of sessions. */
const LID = '_1';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** User and device of `<user>:<device>`. */
function splitAddress(address: string): [user: string, device: string] {
  const colon = address.lastIndexOf(':');
  return colon < 0 ? [address, '0'] : [address.slice(0, colon), address.slice(colon + 1)];
}

/** The user without its suffix, device and host. */
const plainUser = (address: string): string => /^\d+/.exec(address)?.[0] ?? '';

function credsOf({ device, appStateKeys }: WhatsmeowStore): unknown {
  const pair = (key: Uint8Array) =>
    key.length === KEY_BYTES ? { private: key, public: publicKeyOf(key) } : { private: key, public: key };
  const newest = [...appStateKeys].sort((a, b) => b.timestamp - a.timestamp)[0];
  const lid = device.lid || undefined;
  return {
    noiseKey: pair(device.noiseKey),
    pairingEphemeralKeyPair: makeKeyPair(),
    signedIdentityKey: pair(device.identityKey),
    signedPreKey: {
      keyPair: pair(device.signedPreKey),
      signature: device.signedPreKeySig,
      keyId: device.signedPreKeyId,
    },
    registrationId: device.registrationId,
    advSecretKey: Buffer.from(device.advKey).toString('base64'),
    me: { id: device.jid, ...(lid && { lid }), ...(device.pushName && { name: device.pushName }) },
    account: {
      details: device.advDetails,
      accountSignature: device.advAccountSig,
      accountSignatureKey: device.advAccountSigKey,
      deviceSignature: device.advDeviceSig,
    },
    signalIdentities: lid
      ? [{ identifier: { name: lid, deviceId: 0 }, identifierKey: withType(device.advAccountSigKey) }]
      : [],
    platform: device.platform,
    ...(newest && { myAppStateKeyId: Buffer.from(newest.keyId).toString('base64') }),
  };
}

/** The pairs whose person the device knows: the others are of other devices, and may be of other tenants. */
function ownPairs({ device, sessions, identities, tokens, contacts, senderKeys, lidMap }: WhatsmeowStore) {
  const known = new Set(
    [
      device.jid,
      device.lid ?? '',
      ...sessions.map(({ theirId }) => theirId),
      ...identities.map(({ theirId }) => theirId),
      ...senderKeys.map(({ senderId }) => senderId),
      ...tokens.map(({ theirJid }) => theirJid),
      ...contacts,
    ].map(plainUser),
  );
  return lidMap.filter(({ lid, pn }) => known.has(plainUser(lid)) || known.has(plainUser(pn)));
}

/**
 * Rows by the address under which the current client keeps them: the hidden id, where a mapping names it. A row under the
 * hidden id is newer than one under the number, which the client would copy over it.
 */
function byLid<T extends { theirId: string }>(
  rows: readonly T[],
  lids: ReadonlyMap<string, string>,
  drop: () => void,
): Map<string, T> {
  const byAddress = new Map<string, T>();
  const moved = new Map<string, T>();
  for (const row of rows) {
    const [user, device] = splitAddress(row.theirId);
    const lid = lids.get(user);
    if (lid === undefined) byAddress.set(`${user}.${device}`, row);
    else moved.set(`${lid}${LID}.${device}`, row);
  }
  for (const [address, row] of moved) {
    if (byAddress.has(address)) drop();
    else byAddress.set(address, row);
  }
  return byAddress;
}

function signalKeys(store: WhatsmeowStore, lids: ReadonlyMap<string, string>, dropped: Dropped, now: Date): MovedKey[] {
  const keys: MovedKey[] = [];
  const { sessions, identities, senderKeys } = store;
  const replaced = (type: string) => () => dropped.add(`${type} (a newer one exists under the hidden id)`);
  for (const [id, { session: stored }] of byLid(sessions, lids, replaced('session'))) {
    const converted = convertSession(text(stored), now);
    const value = converted && writeWithBytes(converted.session);
    dropped.add('keys of overtaken messages (each such message costs a retry)', converted?.skipped);
    if (value !== null && value.length <= MOVE_IN_VALUE_MAX) keys.push({ type: 'session', id, value });
    else dropped.add('session (not in the known form; it may be of another version of the library)');
  }
  for (const [id, { identity }] of byLid(identities, lids, replaced('identity-key'))) {
    if (identity.length === KEY_BYTES)
      keys.push({ type: 'identity-key', id, value: writeWithBytes(withType(identity)) });
    else dropped.add('identity-key (damaged)');
  }
  for (const { chatId, senderId, senderKey } of senderKeys) {
    const states = convertSenderKey(text(senderKey));
    const value = states && writeWithBytes(Buffer.from(writeWithBytes(states)));
    if (value !== null && value.length <= MOVE_IN_VALUE_MAX)
      keys.push({ type: 'sender-key', id: [chatId, ...splitAddress(senderId)].join('::'), value });
    else dropped.add('sender-key (not in the known form; it may be of another version of the library)');
  }
  return keys;
}

/**
 * A device of the Go library whatsmeow (docs/operations/move-in.md#what-moves). A row in an unknown form is left behind
 * and counted; without usable credentials the device is refused.
 */
export function convertWhatsmeow(store: WhatsmeowStore, now: Date): Conversion {
  const dropped = makeDropped();
  for (const [table, count] of Object.entries(store.left)) dropped.add(`${table} (not used by Parley)`, count);
  const { preKeys, appStateKeys } = store;
  const adopted = adoptCreds(credsOf(store), Math.max(0, ...preKeys.map(({ keyId }) => keyId)), now);
  if (typeof adopted === 'string') return refused(adopted);

  const pairs = ownPairs(store);
  const lids = new Map(pairs.map(({ lid, pn }) => [pn, lid]));
  const keys: MovedKey[] = [{ type: CREDS, id: CREDS, value: adopted.text }];
  for (const { keyId, key } of preKeys) {
    if (key.length !== KEY_BYTES) dropped.add('pre-key (damaged)');
    else
      keys.push({
        type: 'pre-key',
        id: String(keyId),
        value: writePreKey({ private: key, public: publicKeyOf(key) }),
      });
  }
  keys.push(...signalKeys(store, lids, dropped, now));
  for (const { keyId, keyData, timestamp } of appStateKeys) {
    const id = Buffer.from(keyId).toString('base64');
    keys.push({ type: 'app-state-sync-key', id, value: writeWithBytes({ keyData, timestamp: String(timestamp) }) });
  }
  for (const [id, { value }] of tokensByLid(tokensOf(store), (user) => lids.get(user)))
    keys.push({ type: 'tctoken', id, value: writeWithBytes(value) });
  for (const { lid, pn } of pairs)
    keys.push(
      { type: 'lid-mapping', id: pn, value: JSON.stringify(lid) },
      { type: 'lid-mapping', id: `${lid}_reverse`, value: JSON.stringify(pn) },
    );
  const { jid, phone, name } = adopted;
  return { kind: 'device', device: { jid, phone, name, keys, dropped: dropped.counts } };
}

const tokensOf = ({ tokens }: WhatsmeowStore) =>
  tokens.map(({ theirJid, token, timestamp, senderTimestamp }) => ({
    id: theirJid,
    value: { token, timestamp: String(timestamp), ...(senderTimestamp && { senderTimestamp }) },
  }));
