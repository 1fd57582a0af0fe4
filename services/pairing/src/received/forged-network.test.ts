import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const BOB = '15550002';
const CAROL = '15550003';

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  for (const number of [BOB, CAROL]) await open.network.putPhone({ number });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());
afterEach(() => open.network.changeSettings({ forgery: 'none' }));

const alarms = async (): Promise<string> => (await open.metric('w1', 'parley_device_alarms_total')) ?? '';
const newSession = async (): Promise<string> =>
  (await open.act(tenant, createSession, { label: 'Forged' })).output.sessionToken;
const statusOf = (token: string) => open.statusOf(tenant, token);
const send = (to: string, text: string, messageId: string) =>
  open.bus.call(
    sendDeviceMessage,
    { tenantId: tenant.id, externalId: device.id, messageId, to, text, media: null },
    { requestId: 'req_test', deadlineAt: Date.now() + 15_000 },
  );
const taken = async (text: string) => (await open.network.taken()).filter((message) => message.text === text);

test.for([
  ['of another root', 'root'],
  ['that the issuer did not sign', 'issuer'],
  ['that the network shows for another server’s key', 'server_key'],
] as const)(
  'a certificate %s gets no login of a linked device, which reconnects to the real network',
  async ([, forgery]) => {
    const { logins } = await open.deviceAt(device.deviceId);
    await open.network.changeSettings({ forgery });
    await open.network.drop(device.deviceId);
    await open.until('the reason', async () => (await statusOf(device.token)).reason === 'untrusted_network');
    expect(await alarms()).toContain('reason="untrusted_network"');
    expect((await open.deviceAt(device.deviceId)).logins).toHaveLength(logins.length);
    await open.network.changeSettings({ forgery: 'none' });
    await open.untilStatus(tenant, device.token, 'connected');
  },
);

test('a new session shows no QR to a network with another root', async () => {
  await open.network.changeSettings({ forgery: 'root' });
  const token = await newSession();
  await expect(open.act(tenant, sessionQr, { sessionToken: token })).rejects.toThrow();
  expect(await open.until('the reason', async () => (await statusOf(token)).reason)).toBe('untrusted_network');
});

test('a device identity that the account did not sign is not linked', async () => {
  const token = await newSession();
  const { output } = await open.act(tenant, sessionQr, { sessionToken: token });
  await open.network.changeSettings({ forgery: 'account' });
  await expect(open.network.scan(BOB, output.qr)).rejects.toThrow('device_silent');
  expect(await open.until('the reason', async () => (await statusOf(token)).reason)).toBe('untrusted_network');
  expect((await statusOf(token)).phone).toBeNull();
});

test('no message is sent to a forged signed prekey, and the send is refused', async () => {
  await open.network.changeSettings({ forgery: 'signed_pre_key' });
  expect(await send(`+${CAROL}`, 'for nobody', '901')).toMatchObject({ outcome: 'refused', safeToRetry: false });
  expect(await taken('for nobody')).toEqual([]);
  await open.network.changeSettings({ forgery: 'none' });
  expect(await send(`+${CAROL}`, 'for Carol', '902')).toMatchObject({ outcome: 'accepted' });
  expect(await taken('for Carol')).toMatchObject([{ times: 1 }]);
});
