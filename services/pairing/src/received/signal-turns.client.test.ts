import { setTimeout as pause } from 'node:timers/promises';
import { withTransactions } from '@parley/runtime/turns/key-transactions';
import type { BinaryNode, SignalDataTypeMap } from 'baileys';
import { expect, test } from 'vitest';
import type { DeviceAuth, KeyChange } from '../devices/device-network.rules.ts';
import { openAuthState } from '../network/auth-state.client.ts';
import { SILENT } from '../network/baileys-options.client.ts';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { openInbox } from './inbox.client.ts';
import { INBOX } from './quarantined-stanza.rules.ts';
import { makeSignalTurns } from './signal-turns.client.ts';

const lib = await loadBaileys();
const PERSON = '15550001@s.whatsapp.net';

const typesOf = (changes: readonly KeyChange[]): Set<string> => new Set(changes.map(({ type }) => type));

/** A slow store, slowest for received messages; it records its writes. */
function makeStore() {
  const rows = new Map<string, string>();
  const writes: KeyChange[][] = [];
  const auth: DeviceAuth = {
    async get(type, ids) {
      await pause(1);
      return new Map(
        ids.flatMap((id) => {
          const value = rows.get(`${type} ${id}`);
          return value === undefined ? [] : [[id, value] as const];
        }),
      );
    },
    list: async () => new Map(),
    async set(changes) {
      await pause(typesOf(changes).has(INBOX) ? 30 : 2);
      writes.push([...changes]);
      for (const { type, id, value } of changes)
        if (value === null) rows.delete(`${type} ${id}`);
        else rows.set(`${type} ${id}`, value);
    },
  };
  return { auth, writes };
}

/** A device's connection, or a person's phone: the stock repository with serialized turns and its own store. */
async function openParty(address: string) {
  const { auth, writes } = makeStore();
  const { creds, keys: store } = await openAuthState(lib, auth);
  const keys = withTransactions<SignalDataTypeMap>(store);
  const inbox = await openInbox(
    lib,
    auth,
    async () => {},
    () => 0,
  );
  const make = inbox.wrap(lib.DEFAULT_CONNECTION_CONFIG.makeSignalRepository);
  const repository = make({ creds, keys }, SILENT, async () => undefined);
  const pub = (key: Uint8Array): Uint8Array => lib.generateSignalPubKey(key);
  const bundle = {
    registrationId: creds.registrationId,
    identityKey: pub(creds.signedIdentityKey.public),
    signedPreKey: {
      keyId: creds.signedPreKey.keyId,
      publicKey: pub(creds.signedPreKey.keyPair.public),
      signature: creds.signedPreKey.signature,
    },
  };
  // safe: the phone has no one-time prekey; libsignal accepts that
  const session = bundle as Parameters<typeof repository.injectE2ESession>[0]['session'];
  return { address, inbox, keys, repository, session, writes };
}
type Party = Awaited<ReturnType<typeof openParty>>;

let count = 0;
/** Encrypts a message from one party to the other; returns its decryption. */
async function write(from: Party, to: Party): Promise<() => Promise<string>> {
  const text = `message ${++count}`;
  const { type, ciphertext } = await from.repository.encryptMessage({ jid: to.address, data: Buffer.from(text) });
  const node: BinaryNode = {
    tag: 'message',
    attrs: { id: text },
    content: [{ tag: 'enc', attrs: { type }, content: ciphertext }],
  };
  to.inbox.noticed(node);
  return async () =>
    Buffer.from(await to.repository.decryptMessage({ jid: from.address, type, ciphertext })).toString();
}

test('messages of a person to several devices of one process are each stored with the session that they advance', async () => {
  const person = await openParty(PERSON);
  const devices = await Promise.all(['1', '2', '3', '4'].map((n) => openParty(`1777000${n}:1@s.whatsapp.net`)));
  for (const device of devices)
    await person.repository.injectE2ESession({ jid: device.address, session: device.session });
  for (let round = 0; round < 5; round++) {
    const reads = await Promise.all(devices.map((device) => write(person, device)));
    expect(await Promise.all(reads.map((read) => read()))).toHaveLength(devices.length);
  }
  for (const { writes } of devices) {
    const moved = writes.filter((changes) => typesOf(changes).has('session'));
    expect(moved).toHaveLength(5);
    for (const changes of moved) expect([...typesOf(changes)]).toContain(INBOX);
  }
});

test('a send during a decryption never restores an old session, and all following messages can be decrypted', async () => {
  const person = await openParty(PERSON);
  const device = await openParty('17770009:1@s.whatsapp.net');
  await person.repository.injectE2ESession({ jid: device.address, session: device.session });
  await (await write(person, device))();
  for (let round = 0; round < 4; round++) {
    const heard = (await write(person, device))();
    await pause(5);
    // As the client sends: its encryption is part of a longer transaction of its own.
    const sent = await device.keys.transaction(() => write(device, person), 'me');
    expect(await heard).toMatch(/^message/);
    expect(await sent()).toMatch(/^message/);
    expect(await (await write(device, person))()).toBe(`message ${count}`);
    expect(await (await write(person, device))()).toBe(`message ${count}`);
  }
});

test('waiting turns share one commit; a failing turn affects no other, and a failed commit fails them all', async () => {
  let commits = 0;
  let isAway = false;
  const turns = makeSignalTurns({
    async transaction(work) {
      const done = await work();
      await pause(1);
      if (isAway) throw new Error('the store is away');
      commits++;
      return done;
    },
  });
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await pause(1);
    if (name === 'bad') throw new Error('refused');
    return name;
  };
  const reported = await Promise.allSettled([
    turns.take(work('first')),
    turns.share(work('second')),
    turns.share(work('bad')),
    turns.share(work('third')),
    turns.take(work('bad')),
    turns.take(work('last')),
  ]);
  expect(reported.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(order).toEqual(['first', 'second', 'bad', 'third', 'bad', 'last']);
  expect(commits).toBe(3);
  isAway = true;
  const away = await Promise.allSettled([turns.share(work('x')), turns.share(work('y'))]);
  expect(away.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
