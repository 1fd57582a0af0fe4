import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openMoved, openPeer } from '../../test/move-in/key-party.ts';
import fixture from '../../test/move-in/whatsmeow-signal.json' with { type: 'json' };
import { convertWhatsmeow, type WhatsmeowStore } from './convert-whatsmeow.client.ts';
import { countKeys, type MovedDevice } from './moved-device.rules.ts';

const NOW = new Date('2026-11-30T10:00:00Z');
const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const { device } = fixture;
const GROUP = fixture.nextInGroup.group;
const ME = '915550009:7@lid';

const STORE: WhatsmeowStore = {
  device: {
    jid: device.jid,
    lid: device.lid,
    registrationId: device.registration_id,
    noiseKey: bytes(device.noise_key),
    identityKey: bytes(device.identity_key),
    signedPreKey: bytes(device.signed_pre_key),
    signedPreKeyId: device.signed_pre_key_id,
    signedPreKeySig: bytes(device.signed_pre_key_sig),
    advKey: randomBytes(32),
    advDetails: randomBytes(20),
    advAccountSig: randomBytes(64),
    advAccountSigKey: randomBytes(32),
    advDeviceSig: randomBytes(64),
    platform: device.platform,
    pushName: device.push_name,
  },
  identities: [{ theirId: '915550001_1:0', identity: randomBytes(32) }],
  preKeys: fixture.pre_keys.map(({ key_id, key }) => ({ keyId: key_id, key: bytes(key) })),
  sessions: fixture.sessions.map(({ their_id, session }) => ({ theirId: their_id, session: Buffer.from(session) })),
  senderKeys: fixture.sender_keys.map((row) => ({
    chatId: row.chat_id,
    senderId: row.sender_id,
    senderKey: Buffer.from(row.sender_key),
  })),
  appStateKeys: [{ keyId: Buffer.from([0, 0, 1]), keyData: randomBytes(32), timestamp: 5 }],
  tokens: [],
  contacts: [],
  lidMap: [],
  left: { whatsmeow_message_secrets: 12, whatsmeow_event_buffer: 0 },
};

function converted(changes: Partial<WhatsmeowStore> = {}): MovedDevice {
  const result = convertWhatsmeow({ ...STORE, ...changes }, NOW);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.device;
}
const valueIn = ({ keys }: MovedDevice, type: string, id: string): unknown =>
  JSON.parse(keys.find((key) => key.type === type && key.id === id)?.value ?? 'null');
const idsOf = ({ keys }: MovedDevice, type: string): string[] =>
  keys.flatMap((key) => (key.type === type ? [key.id] : []));

type Peers = typeof fixture.peers;
function peerOf(name: keyof Peers) {
  const { registrationId, identity, signedPreKey, sessions } = fixture.peers[name];
  const pairOf = (pair: { public: string; private: string }) => ({
    public: bytes(pair.public).subarray(1),
    private: bytes(pair.private),
  });
  const creds = {
    registrationId,
    signedIdentityKey: pairOf(identity),
    signedPreKey: { keyPair: pairOf(signedPreKey), signature: randomBytes(64), keyId: signedPreKey.keyId },
  };
  return openPeer(creds, { session: sessions, 'sender-key': ownGroupKeys() });
}
const ownGroupKeys = () =>
  Object.fromEntries(
    Object.entries(fixture.peerReadsOwnGroupMessages).map(([name, states]) => [name, Buffer.from(states)]),
  );

const PEERS = [
  ['915550001_1.0', '915550001@lid'],
  ['915550002_1.12', '915550002:12@lid'],
  ['15550003.0', '15550003@s.whatsapp.net'],
] as const;

test.each(fixture.next)('the next message of $from, which was sent before the move, is read', async (message) => {
  const { repository } = await openMoved(converted().keys);
  const jid = PEERS.find(([name]) => name === message.from)?.[1] ?? '';
  const type = message.type === 'msg' ? 'msg' : 'pkmsg';
  const plain = await repository.decryptMessage({ jid, type, ciphertext: bytes(message.ciphertext) });
  expect(Buffer.from(plain).toString()).toBe(message.plaintext);
});

test.each(PEERS)('%s reads messages of the moved device, and is read by it', async (name, jid) => {
  const mine = (await openMoved(converted().keys)).repository;
  const theirs = (await peerOf(name)).repository;
  for (const turn of [1, 2, 3]) {
    const sent = await mine.encryptMessage({ jid, data: Buffer.from(`out ${turn}`) });
    expect(Buffer.from(await theirs.decryptMessage({ jid: ME, ...sent })).toString()).toBe(`out ${turn}`);
    const answer = await theirs.encryptMessage({ jid: ME, data: Buffer.from(`in ${turn}`) });
    expect(Buffer.from(await mine.decryptMessage({ jid, ...answer })).toString()).toBe(`in ${turn}`);
  }
});

test('group messages are read, and members read those of the moved device without a new sender key', async () => {
  const mine = (await openMoved(converted().keys)).repository;
  const theirs = (await peerOf('915550001_1.0')).repository;
  const { ciphertext, plaintext } = fixture.nextInGroup;
  const read = await mine.decryptGroupMessage({ group: GROUP, authorJid: '915550001@lid', msg: bytes(ciphertext) });
  expect(Buffer.from(read).toString()).toContain(plaintext);
  const own = await mine.encryptGroupMessage({ group: GROUP, meId: ME, data: Buffer.from('to the group') });
  const heard = await theirs.decryptGroupMessage({ group: GROUP, authorJid: ME, msg: own.ciphertext });
  expect(Buffer.from(heard).toString()).toBe('to the group');
});

test('credentials have the public halves, and the next prekey follows those that were never uploaded', async () => {
  const device = converted();
  const { creds } = await openMoved(device.keys);
  expect(Buffer.from(creds.signedIdentityKey.public).toString('base64')).toBe(fixture.identityPublic);
  expect(creds).toMatchObject({
    registrationId: 3_000_000_000,
    nextPreKeyId: 21,
    firstUnuploadedPreKeyId: 21,
    registered: true,
    me: { id: device.jid, lid: ME, name: 'Shop' },
    myAppStateKeyId: 'AAAB',
  });
  expect(device).toMatchObject({ jid: '15550009:7@s.whatsapp.net', phone: '+15550009', name: 'Shop' });
  expect(countKeys(device.keys)).toEqual({
    'pre-key': 17,
    session: 3,
    'identity-key': 1,
    'sender-key': 2,
    'app-state-sync-key': 1,
  });
  expect(device.dropped).toEqual({ 'whatsmeow_message_secrets (not used by Parley)': 12 });
});

test('a session under a number moves under the hidden id, unless a newer one is there', () => {
  const lidMap = [
    { lid: '77001', pn: '15550003' },
    { lid: '77002', pn: '15559999' },
  ];
  const device = converted({ lidMap });
  expect(idsOf(device, 'session').sort()).toEqual(['77001_1.0', '915550001_1.0', '915550002_1.12']);
  // The other pair belongs to another device of the store, perhaps to another tenant.
  expect(idsOf(device, 'lid-mapping')).toEqual(['15550003', '77001_reverse']);
  const [first] = STORE.sessions;
  const both = converted({
    lidMap,
    sessions: [...STORE.sessions, { theirId: '77001_1:0', session: first?.session ?? Buffer.of() }],
  });
  expect(both.dropped).toMatchObject({ 'session (a newer one exists under the hidden id)': 1 });
  expect(valueIn(both, 'session', '77001_1.0')).toEqual(valueIn(both, 'session', '915550001_1.0'));
});

test('the chain of a signed prekey that received nothing is left out: its counter would look like lost messages', () => {
  const session = JSON.stringify(valueIn(converted(), 'session', '915550002_1.12'));
  expect(session).toContain('"chainType":1');
  expect(session).not.toContain('"chainType":2');
});

test('rows in another form are left behind and counted; the rest moves', () => {
  const device = converted({
    sessions: [...STORE.sessions, { theirId: '1555:0', session: Buffer.from('0a0b', 'hex') }],
    senderKeys: [{ chatId: GROUP, senderId: '1555:0', senderKey: Buffer.from('{"SenderKeyStates":[]}') }],
    preKeys: [...STORE.preKeys, { keyId: 99, key: Buffer.alloc(5) }],
  });
  expect(device.dropped).toMatchObject({
    'session (not in the known form; it may be of another version of the library)': 1,
    'sender-key (not in the known form; it may be of another version of the library)': 1,
    'pre-key (damaged)': 1,
  });
  expect(countKeys(device.keys)).toMatchObject({ session: 3, 'pre-key': 17 });
});

test.each<[string, Partial<WhatsmeowStore['device']>, string]>([
  ['without an identity key', { identityKey: Buffer.alloc(0) }, 'identity key is missing or damaged'],
  ['with the identity key of another device', { identityKey: randomBytes(32) }, 'of two links'],
  ['without the proof of the account', { advDetails: Buffer.alloc(0) }, 'no proof of the account'],
  ['of no linked device', { jid: '15550009@s.whatsapp.net' }, 'not those of a linked device'],
])('a device %s is refused with the reason', (_, changes, reason) => {
  const result = convertWhatsmeow({ ...STORE, device: { ...STORE.device, ...changes } }, NOW);
  expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
});
