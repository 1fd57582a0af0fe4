import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

let open: OpenPairing;
beforeAll(async () => {
  open = await openPairing({ keepAliveMs: 2000 });
  await open.startWorker('w1');
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());
afterEach(async () => {
  open.inbound.state.isAway = false;
  await open.network.cut(0);
});

let nextNumber = 15560001;
async function linked() {
  const tenant = await open.makeTenant();
  const number = String(nextNumber++);
  return { tenant, number, ...(await open.link(tenant, number)) };
}
const eventsReported = async (tenant: TestTenant) =>
  (await open.eventsOf(tenant)).map(({ type, data }) => (data.reason ? `${type} ${data.reason}` : type));
const loginsOf = async (deviceId: string): Promise<number> => (await open.deviceAt(deviceId)).logins.length;

test.each([408, 428, 500, 503, 515] as const)(
  'a connection that ends with %i is opened again, without an event',
  async (code) => {
    const { tenant, token, deviceId } = await linked();
    await open.network.close(deviceId, code);
    await open.until('another login', async () => (await loginsOf(deviceId)) === 2);
    await open.untilStatus(tenant, token, 'connected');
    expect(await eventsReported(tenant)).toEqual(['channel.connected']);
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
  },
);

test('a reset socket is reopened, and messages sent in the meantime arrive', async () => {
  const { tenant, token, number, deviceId } = await linked();
  await open.network.drop(deviceId);
  const { id } = await open.network.writes('15559001', {
    to: number,
    type: 'text',
    text: 'meanwhile',
  });
  await open.until('the message', () => open.inbound.handed.some(({ item }) => item.providerMessageId === id));
  await open.untilStatus(tenant, token, 'connected');
  expect(await eventsReported(tenant)).toEqual(['channel.connected']);
});

test('a WebSocket upgrade that is answered 503 is retried', async () => {
  const { tenant, token, deviceId } = await linked();
  // Long enough for the retry to be seen on any machine.
  await open.network.cut(600_000, '503');
  await open.untilStatus(tenant, token, 'reconnecting');
  await open.network.cut(0);
  await open.untilStatus(tenant, token, 'connected');
  expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
});

test('a server in between that speaks no HTTP costs a device nothing, however often it answers', async () => {
  const { tenant, token, deviceId } = await linked();
  await open.network.cut(600_000, 'garbage');
  const attempts = async () => {
    const { rows } = await open.database.db.query<{ attempts: number; reason: string | null }>({
      text: 'SELECT attempts, reason FROM devices WHERE tenant_id = $1',
      values: [tenant.id],
    });
    return rows[0];
  };
  await open.until('more attempts than a bad session may have', async () => ((await attempts())?.attempts ?? 0) > 5);
  expect((await attempts())?.reason).toBe('connection_lost');
  await open.network.cut(0);
  await open.untilStatus(tenant, token, 'connected');
  expect((await open.deviceAt(deviceId)).logins).toHaveLength(2);
});

test('a frozen connection is dropped, and the next socket does not wait for it', async () => {
  const { tenant, token, deviceId } = await linked();
  await open.network.freeze(deviceId, 'hard');
  const again = async () => (await open.deviceAt(deviceId)).logins.length === 2;
  // The missing answer to a keep-alive reveals it.
  await pollUntil(async () => (await again()) || null, {
    what: () => 'another login',
    everyMs: 100,
  });
  await open.untilStatus(tenant, token, 'connected');
  expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
});

test('removing the device on the phone disconnects the channel once; the session can be linked again and keeps its row', async () => {
  const { tenant, token, number, id } = await linked();
  await open.network.logOut(number);
  expect(await open.untilStatus(tenant, token, 'logged_out')).toMatchObject({ reason: 'logged_out' });
  expect(await eventsReported(tenant)).toEqual(['channel.connected', 'channel.disconnected logged_out']);
  const { output: code } = await open.act(tenant, pairCode, { sessionToken: token, phone: number });
  await open.network.enterCode(number, code.pairingCode);
  await open.untilStatus(tenant, token, 'connected');
  expect(await eventsReported(tenant)).toEqual([
    'channel.connected',
    'channel.disconnected logged_out',
    'channel.connected',
  ]);
  const accounts = await open.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id } });
  expect(accounts).toMatchObject([{ externalId: id, status: 'connected', disconnectedAt: null }]);
});

test.each<[number, string, string, string]>([
  [401, 'logged_out', 'logged_out', 'logged_out'],
  [403, 'failed', 'banned', 'token_revoked'],
])('a login that is refused with %i ends the channel: %s', async (code, status, reason, reported) => {
  const { tenant, token, deviceId } = await linked();
  await open.network.refuseLogins(deviceId, { code });
  await open.network.drop(deviceId);
  expect(await open.untilStatus(tenant, token, status)).toMatchObject({ reason });
  expect(await eventsReported(tenant)).toEqual(['channel.connected', `channel.disconnected ${reported}`]);
  expect(await open.metric('w1', 'parley_device_alarms_total')).toContain(`reason="${reason}"`);
  const outcome = await open.bus.call(
    sendDeviceMessage,
    {
      tenantId: tenant.id,
      externalId: String((await open.statusOf(tenant, token)).accountId),
      messageId: '5',
      to: '+15559001',
      text: 'x',
      media: null,
    },
    { requestId: 'req_test' },
  );
  expect(outcome).toMatchObject({ outcome: 'refused', status: null, safeToRetry: false });
});

test('an account without linked devices fails the session', async () => {
  const { tenant, token, deviceId } = await linked();
  await open.network.close(deviceId, 411);
  expect(await open.untilStatus(tenant, token, 'failed')).toMatchObject({ reason: 'multidevice_mismatch' });
  expect(await eventsReported(tenant)).toEqual(['channel.connected', 'channel.disconnected logged_out']);
});

test('a replaced device connects once more after a minute; if it is replaced again, it disconnects with an event', async () => {
  const { tenant, token, deviceId } = await linked();
  await open.network.close(deviceId, 440);
  expect(await open.untilStatus(tenant, token, 'reconnecting')).toMatchObject({ reason: 'replaced' });
  expect(await eventsReported(tenant)).toEqual(['channel.connected']);
  expect(await open.deviceAt(deviceId)).toMatchObject({ connected: 0 });
  // After the minute its next holder connects.
  open.setNow(() => new Date(Date.now() + 61_000));
  await open.stopWorker('w1');
  await open.startWorker('w1');
  await open.untilStatus(tenant, token, 'connected');
  await open.network.close(deviceId, 440);
  expect(await open.untilStatus(tenant, token, 'failed')).toMatchObject({ reason: 'replaced' });
  expect(await eventsReported(tenant)).toEqual(['channel.connected', 'channel.disconnected replaced']);
  open.setNow(null);
});

test('a shown code whose connection breaks is invalid, and another can be requested', async () => {
  const tenant = await open.makeTenant();
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const { output: first } = await open.act(tenant, sessionQr, { sessionToken: session.sessionToken });
  // This also drops clients that are not linked yet.
  await open.network.reset();
  expect(await open.untilStatus(tenant, session.sessionToken, 'created')).toMatchObject({ reason: 'connection_lost' });
  const { output: second } = await open.until('another QR', () =>
    open.act(tenant, sessionQr, { sessionToken: session.sessionToken }).catch(() => null),
  );
  expect(second.qr).not.toBe(first.qr);
});

test('a restart needs no new link, and forwards the messages that were acknowledged before it', async () => {
  const { tenant, token, number, deviceId } = await linked();
  await open.network.writes('15559001', { to: number, type: 'text', text: 'warm up' });
  open.inbound.state.isAway = true;
  const { id } = await open.network.writes('15559001', { to: number, type: 'text', text: 'kept' });
  await open.until('the receipt', async () =>
    (await open.network.carried({ device: deviceId })).some(
      (message: { id: string; settled: string | null }) => message.id === id && message.settled === 'receipt',
    ),
  );
  const { rows } = await open.database.db.query<{ value: string }>({
    text: `SELECT value FROM device_keys WHERE type = 'inbox'`,
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ value }) => value).join()).not.toContain('kept');
  await open.stopWorker('w1');
  expect(open.inbound.handed.some(({ item }) => item.providerMessageId === id)).toBe(false);
  open.inbound.state.isAway = false;
  await open.network.cut(0);
  await open.startWorker('w1');
  await open.until('the message', () => open.inbound.handed.some(({ item }) => item.providerMessageId === id));
  await open.until('an empty inbox', async () => {
    const left = await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'inbox'` });
    return left.rowCount === 0;
  });
  await open.untilStatus(tenant, token, 'connected');
  expect(await eventsReported(tenant)).toEqual(['channel.connected']);
  expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
});
