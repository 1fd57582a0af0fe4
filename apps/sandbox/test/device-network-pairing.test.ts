import { expect, test } from 'vitest';
import { openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

test('a scanned QR text links the client, which is asked to restart and then logs in', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: '+1 555 000 01', name: 'Alice' });
  const client = network.connect();
  const qr = await until(() => client.qr(), 'a QR text');
  const scanned = await network.call('POST', '/phones/155500001/scan', { qr });
  expect(scanned).toMatchObject({ status: 200, body: { device: { id: '155500001:1', state: 'paired' } } });
  await until(() => client.closeCode() === 515, 'the restart');
  expect(client.states.some(({ isNewLogin }) => isNewLogin)).toBe(true);
  expect(client.auth.creds.me).toMatchObject({ id: '155500001:1@s.whatsapp.net', lid: '9155500001:1@lid' });

  const again = await network.reconnect(client.auth);
  expect(again.states.some(({ receivedPendingNotifications }) => receivedPendingNotifications)).toBe(true);
  expect(await network.device('155500001:1')).toMatchObject({ connected: 1, max_concurrent: 1, replaced: 0 });
});

test('a code typed on the phone links the client; a wrong one is refused and can be corrected', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: '15550002' });
  const early = await network.call('POST', '/phones/15550002/pairing-code', { code: 'ABCD1234' });
  expect(early).toMatchObject({ status: 404, body: { error: 'no_pairing_request' } });

  const client = network.connect();
  await until(() => client.qr(), 'the first QR text');
  const code = await client.sock.requestPairingCode('15550002');
  const wrong = await network.call('POST', '/phones/15550002/pairing-code', { code: 'ZZZZ-9999' });
  expect(wrong).toMatchObject({ status: 422, body: { error: 'wrong_code' } });
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
  const linked = await network.call('POST', '/phones/15550002/pairing-code', { code: typed });
  expect(linked).toMatchObject({ status: 200, body: { device: { number: '15550002' } } });
  await until(() => client.closeCode() === 515, 'the restart');
  expect(client.auth.creds.registered).toBe(true);
  await network.reconnect(client.auth);
});

test('a QR text is valid once, and only while its client waits', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: '15550003' });
  const client = network.connect();
  const qr = await until(() => client.qr(), 'a QR text');
  await client.close();
  const late = await until(async () => {
    const answer = await network.call('POST', '/phones/15550003/scan', { qr });
    return answer.status === 404 && answer;
  }, 'the reference to be forgotten');
  expect(late.body.error).toBe('unknown_qr');
});

test('QR texts run out', async () => {
  await using network = await openDeviceNetwork();
  await network.call('PUT', '/settings', { refs: 2 });
  const client = network.connect(undefined, { qrTimeout: 50 });
  await until(() => client.closeCode() === 408, 'the end of the attempts');
  expect(client.states.filter(({ qr }) => qr !== undefined)).toHaveLength(2);
});

test('a phone links no more devices than its limit', async () => {
  await using network = await openDeviceNetwork();
  await network.call('PUT', '/settings', { device_limit: 1 });
  await network.link('15550004');
  const second = network.connect();
  const qr = await until(() => second.qr(), 'a QR text');
  const refused = await network.call('POST', '/phones/15550004/scan', { qr });
  expect(refused).toMatchObject({ status: 409, body: { error: 'device_limit' } });
});

test('two clients of one number are two devices with a socket each', async () => {
  await using network = await openDeviceNetwork();
  await network.link('15550005');
  await network.link('15550005');
  const { body } = await network.call('GET', '');
  expect(body.totals).toEqual({ devices: 2, sockets: 2, max_concurrent: 1, replaced: 0 });
});
