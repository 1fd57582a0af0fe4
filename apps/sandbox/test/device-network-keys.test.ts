import { expect, test } from 'vitest';
import { startSandbox } from '../src/start-sandbox.ts';
import { connectClient, makeClientAuth, openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

const OWN = '15550001';

test('a new device uploads a few keys or all of them, according to the settings', async () => {
  await using network = await openDeviceNetwork();
  const few = await network.link(OWN);
  expect(few.auth.creds.nextPreKeyId).toBeLessThan(20);
  await network.call('PUT', '/settings', { initial_pre_keys: 'full' });
  const all = await network.link('15550002');
  expect(all.auth.creds.nextPreKeyId).toBeGreaterThan(800);
});

test('a device with few keys left is asked for more', async () => {
  await using network = await openDeviceNetwork();
  await network.call('PUT', '/settings', { history: 'off' });
  const client = await network.link(OWN);
  const before = client.auth.creds.nextPreKeyId;
  for (const number of ['15550011', '15550012', '15550013', '15550014', '15550015'])
    await network.call('POST', `/phones/${number}/messages`, { to: OWN, type: 'text', text: 'new here' });
  await until(() => client.auth.creds.nextPreKeyId > before, 'new keys');
  await until(() => client.messages.length === 5, 'all messages');
});

test('a newly linked device gets its history once, marked as history', async () => {
  await using network = await openDeviceNetwork();
  const seen: string[] = [];
  await network.call('POST', '/phones', { number: OWN });
  const fresh = network.connect();
  const qr = await until(() => fresh.qr(), 'a QR text');
  await network.call('POST', `/phones/${OWN}/scan`, { qr });
  await until(() => fresh.closeCode() === 515, 'the restart');
  const client = network.connect(fresh.auth, { shouldSyncHistoryMessage: () => true });
  client.sock.ev.on('messaging-history.set', ({ messages }) => {
    seen.push(...messages.map(({ message }) => String(message?.conversation)));
  });
  await until(() => seen.length > 0, 'the history');
  expect(seen).toEqual(['a year ago']);
  await until(async () => (await network.device(`${OWN}:1`)).pending === 0, 'its confirmation');
  await client.close();
  const again = await network.reconnect(client.auth);
  const { body } = await network.call('POST', '/phones/15550002/messages', { to: OWN, type: 'text', text: 'new' });
  await until(() => again.messages.some(({ message }) => message.key.id === body.id), 'a new message');
  expect(again.messages.map(({ message }) => message.message?.conversation)).toEqual(['new']);
});

test('the sandbox offers the network on its own port, and a reset removes its devices', async () => {
  const sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify' });
  const call = (path: string, body: unknown) =>
    fetch(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const client = connectClient(sandbox.whatsappWebUrl, makeClientAuth());
  await call('/sandbox/devices/phones', { number: OWN });
  const qr = await until(() => client.qr(), 'a QR text');
  expect((await call(`/sandbox/devices/phones/${OWN}/scan`, { qr })).status).toBe(200);
  await call('/sandbox/reset', {});
  await until(async () => {
    const answer = await fetch(`${sandbox.url}/sandbox/devices`);
    return JSON.stringify(await answer.json()).includes('"devices":[]');
  }, 'nothing to be left');
  await client.close();
  await sandbox.close();
});

test('the keys that libsignal prints never reach the console', async () => {
  const printed: unknown[] = [];
  const { info, log } = console;
  console.info = console.log = (...given: unknown[]) => void printed.push(given);
  try {
    await using network = await openDeviceNetwork();
    const client = await network.link(OWN);
    const write = (text: string) => network.call('POST', '/phones/15550002/messages', { to: OWN, type: 'text', text });
    await write('one');
    await until(() => client.messages.length > 0, 'a session');
    await client.auth.keys.set({ session: { '915550002_1.0': null } });
    const { body } = await write('two');
    await until(
      () =>
        client.updates
          .concat(client.messages.map(({ message }) => ({ key: message.key, update: message })))
          .some(({ key, update }) => key.id === body.id && update.message),
      'a second session',
    );
    expect(printed).toEqual([]);
  } finally {
    Object.assign(console, { info, log });
  }
});
