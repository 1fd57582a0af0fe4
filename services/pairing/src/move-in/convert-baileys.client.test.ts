import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTransactions } from '@parley/runtime/turns/key-transactions';
import type { SignalDataTypeMap } from 'baileys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMoved, partyOf, storeOf } from '../../test/move-in/key-party.ts';
import { openAuthState } from '../network/auth-state.client.ts';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { type BaileysStore, convertBaileys, type StoredEntry } from './convert-baileys.client.ts';
import { splitFileName } from './key-name.rules.ts';
import { countKeys, type MovedDevice } from './moved-device.rules.ts';

const NOW = new Date('2026-11-30T10:00:00Z');
const ME = '15550001:3@s.whatsapp.net';
const PEER = '15550002@s.whatsapp.net';
const GROUP = '120363000000000001-22@g.us';
const lib = await loadBaileys();

let directory: string;
let peer: Awaited<ReturnType<typeof openPeerOf>>;
/** The store that the stock library wrote. */
let store: BaileysStore;

async function openPeerOf() {
  const { creds, keys: stored } = await openAuthState(lib, storeOf([]));
  const keys = withTransactions<SignalDataTypeMap>(stored);
  const { preKeys } = await lib.getNextPreKeys({ creds, keys: stored as never }, 1);
  await keys.set({ 'pre-key': preKeys });
  return { creds, keys, ...partyOf(creds, keys), preKeys };
}

/** A bundle with which a session begins. */
const bundleOf = ({ creds, preKeys }: typeof peer) => {
  const [[id, preKey] = []] = Object.entries(preKeys);
  if (id === undefined || preKey === undefined) throw new Error('The peer has no prekey.');
  return {
    registrationId: creds.registrationId,
    identityKey: lib.generateSignalPubKey(creds.signedIdentityKey.public),
    signedPreKey: {
      keyId: creds.signedPreKey.keyId,
      publicKey: lib.generateSignalPubKey(creds.signedPreKey.keyPair.public),
      signature: creds.signedPreKey.signature,
    },
    preKey: { keyId: Number(id), publicKey: lib.generateSignalPubKey(preKey.public) },
  };
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-move-in-'));
  const { state, saveCreds } = await lib.useMultiFileAuthState(directory);
  const { creds } = state;
  Object.assign(creds, {
    me: { id: ME, lid: '91000001:3@lid', name: 'Shop' },
    account: {
      details: randomBytes(20),
      accountSignature: randomBytes(64),
      accountSignatureKey: randomBytes(32),
      deviceSignature: randomBytes(64),
    },
  });
  const keys = withTransactions<SignalDataTypeMap>(state.keys);
  await keys.set({
    'pre-key': (await lib.getNextPreKeys({ creds, keys: state.keys as never }, 30)).preKeys,
    'lid-mapping': { '15550009': '91000009', '91000009_reverse': '15550009' },
    'app-state-sync-key': { 'AAAA/x==': { keyData: randomBytes(32), timestamp: 5 } as never },
    'app-state-sync-version': { critical_block: { version: 1, hash: randomBytes(128), indexValueMap: {} } },
    'sender-key-memory': { [GROUP]: { [PEER]: true }, '999@g.us': { [PEER]: true } },
    tctoken: {
      '15550009@s.whatsapp.net': { token: randomBytes(8), timestamp: '100' },
      '91000009@lid': { token: Buffer.from('newer'), timestamp: '200' },
    },
  });
  await saveCreds();
  const { repository } = partyOf(creds, keys);
  peer = await openPeerOf();
  await repository.injectE2ESession({ jid: PEER, session: bundleOf(peer) });
  const first = await repository.encryptMessage({ jid: PEER, data: Buffer.from('hello') });
  await peer.repository.decryptMessage({ jid: ME, ...first });
  const answer = await peer.repository.encryptMessage({ jid: ME, data: Buffer.from('hi') });
  await repository.decryptMessage({ jid: PEER, ...answer });
  const own = await repository.encryptGroupMessage({ group: GROUP, meId: ME, data: Buffer.from('g1') });
  const theirs = await peer.repository.encryptGroupMessage({ group: GROUP, meId: PEER, data: Buffer.from('g2') });
  const skdm = (groupId: string, bytes: Uint8Array) => ({ groupId, axolotlSenderKeyDistributionMessage: bytes });
  await repository.processSenderKeyDistributionMessage({
    item: skdm(GROUP, theirs.senderKeyDistributionMessage),
    authorJid: PEER,
  });
  await peer.repository.processSenderKeyDistributionMessage({
    item: skdm(GROUP, own.senderKeyDistributionMessage),
    authorJid: ME,
  });
  await repository.decryptGroupMessage({ group: GROUP, authorJid: PEER, msg: theirs.ciphertext });
  await peer.repository.decryptGroupMessage({ group: GROUP, authorJid: ME, msg: own.ciphertext });
  store = await readFiles();
}, 60_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

async function readFiles(): Promise<BaileysStore> {
  const entries: StoredEntry[] = [];
  let creds: string | null = null;
  for (const file of await readdir(directory)) {
    const text = await readFile(join(directory, file), 'utf8');
    const named = splitFileName(file);
    if (named) entries.push({ ...named, text });
    else creds = text;
  }
  return { creds, entries };
}

function converted(given: BaileysStore): MovedDevice {
  const result = convertBaileys(given, NOW);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.device;
}
const valueIn = ({ keys }: MovedDevice, type: string, id: string) =>
  keys.find((key) => key.type === type && key.id === id)?.value;
/** The store with some of its values replaced. */
const changed = (change: (entry: StoredEntry) => string | null): BaileysStore => ({
  creds: store.creds,
  entries: store.entries.flatMap((entry) => {
    const text = change(entry);
    return text === null ? [] : [{ ...entry, text }];
  }),
});

/** Every value as Evolution API writes it in SQL and Redis. */
const twice = (): BaileysStore => ({
  creds: JSON.stringify(store.creds),
  entries: store.entries.map((entry) => ({ ...entry, text: JSON.stringify(entry.text) })),
});

/** Bytes as lists of numbers, as earlier versions of the library wrote them. */
const asNumbers = (): BaileysStore => {
  const lists = (text: string): string =>
    JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
        ? { type: 'Buffer', data: [...Buffer.from(String(value.data), 'base64')] }
        : value,
    );
  return {
    creds: lists(store.creds ?? ''),
    entries: store.entries.map((entry) => ({ ...entry, text: lists(entry.text) })),
  };
};

test.each<[string, () => BaileysStore]>([
  ['files', () => store],
  ['values that are encoded twice', twice],
  ['values with bytes as numbers', asNumbers],
  [
    'sender keys as a list of structures',
    () => changed(({ type, text }) => (type === 'sender-key' ? listOf(text) : text)),
  ],
])('a device moved from %s continues in its sessions and groups', async (_, given) => {
  const moved = await openMoved(converted(given()).keys);
  // A copy of the peer: each case continues from the same state.
  const other = await copyOfPeer();
  for (const turn of [1, 2]) {
    const sent = await moved.repository.encryptMessage({ jid: PEER, data: Buffer.from(`out ${turn}`) });
    expect(sent.type).toBe('msg');
    expect(Buffer.from(await other.decryptMessage({ jid: ME, ...sent })).toString()).toBe(`out ${turn}`);
    const answer = await other.encryptMessage({ jid: ME, data: Buffer.from(`in ${turn}`) });
    expect(Buffer.from(await moved.repository.decryptMessage({ jid: PEER, ...answer })).toString()).toBe(`in ${turn}`);
  }
  const theirs = await other.encryptGroupMessage({ group: GROUP, meId: PEER, data: Buffer.from('g3') });
  const heard = { group: GROUP, authorJid: PEER, msg: theirs.ciphertext };
  expect(Buffer.from(await moved.repository.decryptGroupMessage(heard)).toString()).toBe('g3');
  const own = await moved.repository.encryptGroupMessage({ group: GROUP, meId: ME, data: Buffer.from('g4') });
  const read = await other.decryptGroupMessage({ group: GROUP, authorJid: ME, msg: own.ciphertext });
  expect(Buffer.from(read).toString()).toBe('g4');
});

/** The form of a sender key in stores of versions until 6.7.18. */
const listOf = (text: string): string => {
  const { data } = JSON.parse(text) as { data: string };
  return Buffer.from(data, 'base64').toString();
};

async function copyOfPeer() {
  const copied = await openAuthState(lib, storeOf([]));
  const keys = withTransactions<SignalDataTypeMap>(copied.keys);
  const ids = { session: ['15550001.3'], 'sender-key': [`${GROUP}::15550001::3`, `${GROUP}::15550002::0`] } as const;
  // safe: read from a store of the same library
  for (const [type, names] of Object.entries(ids))
    await keys.set({ [type]: structuredCloneOf(await peer.keys.get(type as 'session', [...names])) } as never);
  return partyOf(peer.creds, keys).repository;
}
const structuredCloneOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, lib.BufferJSON.replacer), lib.BufferJSON.reviver);

test('credentials and keys have the same content as in the source', async () => {
  const device = converted(store);
  const { creds } = await openMoved(device.keys);
  expect(device).toMatchObject({ jid: ME, phone: '+15550001', name: 'Shop' });
  expect(creds).toMatchObject({
    nextPreKeyId: 31,
    firstUnuploadedPreKeyId: 31,
    registered: true,
    accountSyncCounter: 1,
  });
  expect(countKeys(device.keys)).toEqual({
    'app-state-sync-key': 1,
    'lid-mapping': 2,
    'pre-key': 30,
    'sender-key': 2,
    'sender-key-memory': 1,
    session: 1,
    tctoken: 1,
  });
  expect(valueIn(device, 'app-state-sync-key', 'AAAA/x==')).toBeDefined();
  expect(valueIn(device, 'sender-key', `${GROUP}::15550002::0`)).toBeDefined();
  expect(valueIn(device, 'tctoken', '91000009@lid')).toContain(Buffer.from('newer').toString('base64'));
  expect(device.dropped).toEqual({
    'app-state-sync-version (not used by Parley)': 1,
    'sender-key-memory (without its key)': 1,
  });
});

test('no prekey id is used twice, even where the credentials are older than the prekeys', () => {
  const old = JSON.parse(store.creds ?? '') as Record<string, unknown>;
  const device = converted({
    ...store,
    creds: JSON.stringify({ ...old, nextPreKeyId: 4, firstUnuploadedPreKeyId: 2 }),
  });
  expect(JSON.parse(valueIn(device, 'creds', 'creds') ?? '')).toMatchObject({
    nextPreKeyId: 31,
    firstUnuploadedPreKeyId: 31,
  });
});

test('damaged values are left behind and counted; the rest moves', () => {
  const device = converted(
    changed(({ type, text }) => (type === 'session' || type === 'sender-key' ? text.slice(0, 30) : text)),
  );
  expect(device.dropped).toMatchObject({
    'session (damaged)': 1,
    'sender-key (damaged)': 2,
    'sender-key-memory (without its key)': 2,
  });
  expect(countKeys(device.keys)).toMatchObject({ 'pre-key': 30 });
});

const credsWith = (changes: Record<string, unknown>): string =>
  JSON.stringify({ ...(JSON.parse(store.creds ?? '') as object), ...changes });

test.each<[string, () => string | null, string]>([
  ['without credentials', () => null, 'no credentials'],
  ['with half of its credentials', () => store.creds?.slice(0, 200) ?? null, 'no object'],
  ['that was never linked', () => credsWith({ me: undefined }), 'never linked'],
  ['without the proof of the account', () => credsWith({ account: undefined }), 'no proof of the account'],
  ['with another identity', () => credsWith({ signedIdentityKey: pairText() }), 'of two links'],
  ['with a key whose halves differ', () => credsWith({ noiseKey: mixedPair() }), 'noise key is missing or damaged'],
])('a store %s is refused with the reason, which has no key', (_, creds, reason) => {
  const result = convertBaileys({ ...store, creds: creds() }, NOW);
  expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
});

const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value, lib.BufferJSON.replacer));
const pairText = (): unknown => written(lib.Curve.generateKeyPair());
const mixedPair = (): unknown =>
  written({ private: lib.Curve.generateKeyPair().private, public: lib.Curve.generateKeyPair().public });
