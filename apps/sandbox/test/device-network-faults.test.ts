import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

const OWN = '15550001';
const PEER = '15550002';
const PEER_JID = `${PEER}@s.whatsapp.net`;
const DEVICE = `/${OWN}:1`;

const textsOf = (client: Client) =>
  client.messages.filter(({ message }) => !message.key.fromMe).map(({ message }) => message.message?.conversation);

test.each([403, 408, 428, 440, 500, 503, 515, 411])(
  'a socket can be ended with %i, and the device may reconnect',
  async (code) => {
    await using network = await openDeviceNetwork();
    const client = await network.link(OWN);
    await network.call('POST', `${DEVICE}/close`, { code });
    await until(() => client.closeCode() === code, 'the close code');
    await network.reconnect(client.auth);
    expect(await network.device(`${OWN}:1`)).toMatchObject({ connected: 1, max_concurrent: 1, replaced: 0 });
  },
);

test('a device that the phone removed is notified, and refused from then on', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  await network.call('POST', `/phones/${OWN}/logout`);
  await until(() => client.closeCode() === 401, 'the logout');
  const again = network.connect(client.auth);
  await until(() => again.closeCode() === 401, 'the refusal');
  expect(await network.device(`${OWN}:1`)).toMatchObject({ state: 'removed', connected: 0, refused_logins: 1 });
});

test('removes a device that logs itself out', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  await client.sock.logout();
  await until(async () => (await network.device(`${OWN}:1`)).state === 'removed', 'the removal');
});

test.each([401, 403, 405, 503])('a login can be refused with %i', async (code) => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  await client.close();
  await network.call('POST', `${DEVICE}/login-answer`, { code });
  const refused = network.connect(client.auth);
  await until(() => refused.closeCode() === code, 'the refusal');
  await network.reconnect(client.auth);
});

test('a second socket of one device replaces the first, and both events are counted', async () => {
  await using network = await openDeviceNetwork();
  const first = await network.link(OWN);
  await network.reconnect(first.auth);
  await until(() => first.closeCode() === 440, 'the replacement');
  const device = await until(async () => {
    const shown = await network.device(`${OWN}:1`);
    return shown.connected === 1 && shown;
  }, 'one socket left');
  expect(device).toMatchObject({ max_concurrent: 2, replaced: 1 });
  expect(device.logins.map(({ replaced }: { replaced: boolean }) => replaced)).toEqual([true, false]);
});

test('messages that arrive while the device is disconnected wait for it, in order', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  await client.close();
  for (const text of ['one', 'two', 'three'])
    await network.call('POST', `/phones/${PEER}/messages`, { to: OWN, type: 'text', text });
  const again = await network.reconnect(client.auth);
  await until(() => textsOf(again).length === 3, 'all three');
  expect(textsOf(again)).toEqual(['one', 'two', 'three']);
  expect(again.messages.every(({ type }) => type === 'append')).toBe(true);
  await until(async () => (await network.device(`${OWN}:1`)).pending === 0, 'everything settled');
});

test('a message can be redelivered: the same bytes are refused, new ones arrive twice', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  const { body } = await network.call('POST', `/phones/${PEER}/messages`, { to: OWN, type: 'text', text: 'twice' });
  await until(() => textsOf(client).length === 1, 'the first time');
  await network.call('POST', `/messages/${body.id}/redeliver`, { fresh: false });
  const refused = await until(async () => {
    const [entry] = (await network.call('GET', '/inbound')).body.messages;
    return entry.settled === 'nack' && entry;
  }, 'the refusal of known bytes');
  expect(refused.deliveries).toBe(2);
  expect(textsOf(client)).toEqual(['twice']);
  await network.call('POST', `/messages/${body.id}/redeliver`, { fresh: true });
  await until(() => textsOf(client).length === 2, 'the second time');
});

test('a cut network drops every socket and refuses new ones until the cut ends', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  const unlinked = network.connect();
  await until(() => unlinked.qr(), 'a QR');
  await network.call('POST', '/cut', { ms: 600_000 });
  await until(() => client.closeCode() === 428, 'the loss of the socket');
  await until(() => unlinked.closeCode() === 428, 'the loss of the socket that waits for a phone');
  for (const mode of ['reset', 'hang']) {
    await network.call('POST', '/cut', { ms: 600_000, mode });
    const refused = network.connect(client.auth, { connectTimeoutMs: 200 });
    await until(() => refused.closeCode() !== undefined, `nobody is let in: ${mode}`);
  }
  await network.call('POST', '/cut', { ms: 600_000, mode: '503' });
  const socket = new WebSocket(network.url);
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(503);
  await network.call('POST', '/cut', { ms: 0 });
  await network.reconnect(client.auth);
});

test('a dropped or frozen socket is noticed, and the next one is the only one', async () => {
  await using network = await openDeviceNetwork();
  const dropped = await network.link(OWN);
  await network.call('POST', `${DEVICE}/drop`);
  await until(() => dropped.closeCode() === 428, 'the drop');
  const frozen = await network.reconnect(dropped.auth, { keepAliveIntervalMs: 50 });
  await network.call('POST', `${DEVICE}/freeze`, { mode: 'silent' });
  await until(() => frozen.closeCode() === 408, 'the silence');
  await network.reconnect(dropped.auth);
  expect(await network.device(`${OWN}:1`)).toMatchObject({ connected: 1, max_concurrent: 1, replaced: 0 });
});

test('a send can be refused, go unacknowledged, or lose its socket before or after it is accepted', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  let client = await network.link(OWN);
  const spoil = (mode: string) => network.call('POST', '/send-faults', { mode, to: PEER, code: 463 });
  const taken = async () => (await network.call('GET', '/messages')).body.messages.map(({ id }: { id: string }) => id);

  await spoil('nack');
  const refused = await client.send(PEER_JID, { text: 'refused' });
  await until(() => client.acks.some(({ id, error }) => id === refused && error === '463'), 'the refusal');
  await spoil('no_ack');
  const silent = await client.send(PEER_JID, { text: 'silent' });
  await until(async () => (await taken()).includes(silent), 'the message at the network');
  expect(client.acks.some(({ id }) => id === silent)).toBe(false);
  await spoil('drop_before');
  const lost = await client.send(PEER_JID, { text: 'lost' });
  await until(() => client.closeCode() === 428, 'the drop before');
  client = await network.reconnect(client.auth);
  await spoil('drop_after');
  const kept = await client.send(PEER_JID, { text: 'kept' });
  await until(() => client.closeCode() === 428, 'the drop after');
  expect(await taken()).toEqual([silent, kept]);
  expect(await taken()).not.toContain(lost);
  client = await network.reconnect(client.auth);
  const missing = await client.send('15559999@s.whatsapp.net', { text: 'nobody' }).catch(() => 'refused by the client');
  expect(await taken()).not.toContain(missing);
});

test('a socket that is no longer read counts neither as a second one nor as replaced', async () => {
  await using network = await openDeviceNetwork();
  const frozen = await network.link(OWN);
  await network.call('POST', `${DEVICE}/freeze`, { mode: 'hard' });
  await network.reconnect(frozen.auth);
  expect(await network.device(`${OWN}:1`)).toMatchObject({ connected: 1, max_concurrent: 1, replaced: 0 });
  await network.call('POST', '/reset');
});
