import type { SignalDataSet } from 'baileys';
import { expect, test } from 'vitest';
import type { DeviceAuth, KeyChange } from '../devices/device-network.rules.ts';
import { INBOX } from '../received/quarantined-stanza.rules.ts';
import { openAuthState } from './auth-state.client.ts';
import { loadBaileys } from './load-baileys.client.ts';

test('a client state that was shut writes nothing more, and its running writes have ended', async () => {
  const stored: string[] = [];
  let release = (): void => {};
  const auth: DeviceAuth = {
    get: async () => new Map(),
    list: async () => new Map(),
    async set(changes: readonly KeyChange[]) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      stored.push(...changes.map(({ type }) => type));
    },
  };
  const state = await openAuthState(await loadBaileys(), auth);
  const running = state.keys.set({ session: { ann: new Uint8Array([1]) } });
  const shut = state.shut().then(() => [...stored]);
  await expect(state.keys.set({ session: { bob: new Uint8Array([2]) } })).rejects.toThrow('closed');
  state.saveCreds();
  release();
  await running;
  expect(await shut).toEqual(['session']);
  expect(stored).toEqual(['session']);
});

test('a process that dies right after its upload of prekeys creates no other prekeys under the same ids', async () => {
  const lib = await loadBaileys();
  const stored = new Map<string, string>();
  const auth: DeviceAuth = {
    get: async (type, ids) =>
      new Map(ids.flatMap((id) => (stored.has(`${type}.${id}`) ? [[id, stored.get(`${type}.${id}`) ?? '']] : []))),
    list: async () => new Map(),
    async set(changes: readonly KeyChange[]) {
      for (const { type, id, value } of changes) {
        if (value === null) stored.delete(`${type}.${id}`);
        else stored.set(`${type}.${id}`, value);
      }
    },
  };
  const openState = () => openAuthState(lib, auth);
  const first = await openState();
  first.saveCreds();
  await first.flush();
  const uploaded = (await lib.getNextPreKeys(first, 5)).preKeys;
  const keysOf = (preKeys: typeof uploaded) => Object.entries(preKeys).map(([id, { public: key }]) => [id, [...key]]);
  // The count that the library reports later is lost with the process.
  const second = await openState();
  const later = (await lib.getNextPreKeys(second, 5)).preKeys;
  expect(Object.keys(later).filter((id) => id in uploaded)).toEqual([]);
  expect(keysOf(await second.keys.get('pre-key', Object.keys(uploaded)))).toEqual(keysOf(uploaded));
});

test('a prekey takes little space in its row, and a prekey that an earlier version stored as JSON is still read', async () => {
  const lib = await loadBaileys();
  const stored = new Map<string, string>();
  const auth: DeviceAuth = {
    get: async (_, ids) => new Map(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? '']] : []))),
    list: async () => new Map(),
    async set(changes: readonly KeyChange[]) {
      for (const { id, value } of changes) if (value !== null) stored.set(id, value);
    },
  };
  const [made, earlier] = [lib.Curve.generateKeyPair(), lib.Curve.generateKeyPair()];
  stored.set('1', JSON.stringify(earlier, lib.BufferJSON.replacer));
  const { keys } = await openAuthState(lib, auth);
  await keys.set({ 'pre-key': { 2: made } });
  expect(stored.get('2')).toHaveLength(43);
  const { 1: first, 2: second } = await keys.get('pre-key', ['1', '2']);
  expect([first, second].map((pair) => [pair?.public, pair?.private].map((key) => [...(key ?? [])]))).toEqual(
    [earlier, made].map((pair) => [[...pair.public], [...pair.private]]),
  );
});

test('buffers that a connection keeps share no memory with others', async () => {
  const lib = await loadBaileys();
  const write = (value: unknown) => JSON.stringify(value, lib.BufferJSON.replacer);
  const stored = new Map([
    ['creds', write(lib.initAuthCreds())],
    ['ann', write(Buffer.from('a session'))],
  ]);
  const auth: DeviceAuth = {
    get: async (_, ids) => new Map(ids.flatMap((id) => [[id, stored.get(id) ?? '']])),
    list: async () => new Map(),
    set: async () => {},
  };
  const { creds, keys } = await openAuthState(lib, auth);
  const { ann } = await keys.get('session', ['ann']);
  for (const bytes of [creds.noiseKey.private, creds.signedPreKey.signature, ann ?? Buffer.alloc(0)]) {
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  }
});

test('a session stays in memory, a message that waits to be forwarded does not', async () => {
  const read: string[] = [];
  const auth: DeviceAuth = {
    async get(type, ids) {
      read.push(type);
      return new Map(ids.map((id) => [id, 'null']));
    },
    list: async () => new Map(),
    set: async () => {},
  };
  const { keys } = await openAuthState(await loadBaileys(), auth);
  read.length = 0;
  for (const type of ['session', INBOX]) {
    // safe: the store accepts types that it does not know
    await keys.set({ [type]: { one: Buffer.from('bytes') } } as unknown as SignalDataSet);
    await keys.get(type as 'session', ['one']);
  }
  expect(read).toEqual([INBOX]);
});

test('a prekey count that the library reports late does not decrease', async () => {
  const lib = await loadBaileys();
  const auth: DeviceAuth = { get: async () => new Map(), list: async () => new Map(), set: async () => {} };
  const state = await openAuthState(lib, auth);
  const { update } = await lib.getNextPreKeys(state, 5);
  await lib.getNextPreKeys(state, 1);
  const { nextPreKeyId } = state.creds;
  Object.assign(state.creds, update);
  state.saveCreds();
  expect(state.creds).toMatchObject({ nextPreKeyId, firstUnuploadedPreKeyId: nextPreKeyId });
});

test('tokens of people are stored, and the library’s list of these people is not', async () => {
  const stored: string[] = [];
  const auth: DeviceAuth = {
    get: async () => new Map(),
    list: async () => new Map(),
    set: async (changes) => void stored.push(...changes.map(({ id }) => id)),
  };
  const { keys } = await openAuthState(await loadBaileys(), auth);
  const token = Buffer.from('token');
  await keys.set({ tctoken: { '915550002@lid': { token, timestamp: '1' }, __index: { token } } });
  await keys.set({ tctoken: { __index: { token } } });
  expect(stored).toEqual(['915550002@lid']);
});
