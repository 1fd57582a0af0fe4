import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_UNPAIRED, type OpenPairing, openPairing } from './open-pairing.ts';

let open: OpenPairing;
beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

let nextNumber = 15550100;
const freshNumber = (): string => String(nextNumber++);

test('a session starts unlinked, with a token, an id and an hour to link it', async () => {
  const tenant = await open.makeTenant();
  const { output } = await open.act(tenant, createSession, { label: 'Front desk' });
  expect(output.session_token).toMatch(/^wds_[\w-]{32}$/);
  expect(Number.isInteger(output.account_id)).toBe(true);
  expect(Math.round((Date.parse(output.expires_at) - Date.now()) / 60_000)).toBe(60);
  expect(await open.statusOf(tenant, output.session_token)).toEqual({
    ok: true,
    account_id: output.account_id,
    label: 'Front desk',
    status: 'created',
    since: expect.any(String),
    phone: null,
    reason: null,
    pair_url: output.pair_url,
  });
  const { rows } = await open.database.db.query<{ all: string }>({ text: `SELECT devices::text AS all FROM devices` });
  expect(rows.map((row) => row.all).join()).not.toContain(output.session_token);
});

test('a phone that takes the code is linked: one channel.connected, and the channel is listed with its number', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const { output: code } = await open.act(tenant, pairCode, {
    session_token: session.session_token,
    phone: `+${number}`,
  });
  expect(code.pairing_code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(Date.parse(code.expires_at)).toBeGreaterThan(Date.now());
  expect((await open.statusOf(tenant, session.session_token)).status).toBe('awaiting_pairing');
  await open.network.enterCode(number, code.pairing_code);
  expect(await open.untilStatus(tenant, session.session_token, 'connected')).toMatchObject({ phone: `+${number}` });
  expect(await open.eventsOf(tenant)).toEqual([
    {
      type: 'channel.connected',
      data: {
        channel: 'wd',
        id: String(session.account_id),
        name: 'Shop',
        identifier: `+${number}`,
        connected_at: expect.any(String),
        account_id: session.account_id,
        label: 'Shop',
      },
    },
  ]);
  const accounts = await open.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id } });
  expect(accounts).toMatchObject([
    { channel: 'wd', externalId: String(session.account_id), number: `+${number}`, status: 'connected', name: 'Shop' },
  ]);
  for (const action of [
    () => open.act(tenant, pairCode, { session_token: session.session_token, phone: number }),
    () => open.act(tenant, sessionQr, { session_token: session.session_token }),
  ])
    await expect(action()).rejects.toMatchObject({ code: 'already_connected' });
});

test('a second request returns a new code, and the new one links', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const ask = async () =>
    (await open.act(tenant, pairCode, { session_token: session.session_token, phone: number })).output.pairing_code;
  const first = await ask();
  const second = await ask();
  expect(second).not.toBe(first);
  await open.network.enterCode(number, second);
  await open.untilStatus(tenant, session.session_token, 'connected');
});

test('the QR is a picture of what the phone scans', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const { output: qr } = await open.act(tenant, sessionQr, { session_token: session.session_token });
  expect(qr).toMatchObject({ ok: true, account_id: session.account_id, status: 'awaiting_pairing' });
  expect(Buffer.from(qr.image.replace('data:image/png;base64,', ''), 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect(Date.parse(qr.expires_at)).toBeGreaterThan(Date.now());
  await open.network.scan(number, qr.qr);
  await open.untilStatus(tenant, session.session_token, 'connected');
});

test('the same Idempotency-Key makes one session, and asks for one code', async () => {
  const tenant = await open.makeTenant();
  const key = { key: 'again', body_hash: 'a'.repeat(64) };
  const first = await open.act(tenant, createSession, { label: 'Shop' }, key);
  const second = await open.act(tenant, createSession, { label: 'Shop' }, key);
  expect([first.replayed, second.replayed, second.output]).toEqual([false, true, first.output]);
  const number = freshNumber();
  await open.network.putPhone({ number });
  const asked = { session_token: first.output.session_token, phone: number };
  const code = await open.act(tenant, pairCode, asked, key);
  expect(await open.act(tenant, pairCode, asked, key)).toEqual({ output: code.output, replayed: true });
});

test('an invalid number is invalid_phone; another tenant’s token is unknown_session', async () => {
  const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const token = { session_token: session.session_token };
  await expect(open.act(tenant, pairCode, { ...token, phone: 'abc' })).rejects.toMatchObject({ code: 'invalid_phone' });
  for (const ask of [
    () => open.act(other, sessionStatus, token),
    () => open.act(other, sessionQr, token),
    () => open.act(other, pairCode, { ...token, phone: '15550001' }),
    () => open.act(tenant, sessionStatus, { session_token: 'wds_never' }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'unknown_session' });
  await expect(open.act(other, deleteSession, token)).rejects.toMatchObject({ code: 'not_connected' });
  await expect(open.act(other, deleteSession, { id: String(session.account_id) })).rejects.toMatchObject({
    code: 'not_connected',
  });
});

test('deleting logs the device out at the network, wipes its keys, and fires one event', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  const device = await open.link(tenant, number);
  const keysOf = async () =>
    (
      await open.database.db.prisma.$queryRaw<
        { n: number }[]
      >`SELECT count(*)::int AS n FROM device_keys WHERE device_id = ${Number(device.id)}`
    )[0]?.n;
  expect(await keysOf()).toBeGreaterThan(0);
  const answer = { ok: true, channel: 'wd', id: device.id, status: 'disconnected' };
  expect((await open.act(tenant, deleteSession, { session_token: device.token })).output).toEqual(answer);
  expect(await keysOf()).toBe(0);
  expect((await open.statusOf(tenant, device.token)).status).toBe('deleted');
  expect(await open.deviceAt(device.deviceId)).toMatchObject({ state: 'removed' });
  expect((await open.act(tenant, deleteSession, { id: device.id })).output).toEqual(answer);
  expect((await open.eventsOf(tenant)).map(({ type, data }) => [type, data.reason ?? null])).toEqual([
    ['channel.connected', null],
    ['channel.disconnected', 'api'],
  ]);
  await expect(open.act(tenant, sessionQr, { session_token: device.token })).rejects.toMatchObject({
    code: 'unknown_session',
  });
});

test('an unlinked session expires after its hour, with or without a shown code', async () => {
  const tenant = await open.makeTenant();
  const { output: idle } = await open.act(tenant, createSession, { label: 'Idle' });
  const { output: shown } = await open.act(tenant, createSession, { label: 'Shown' });
  await open.act(tenant, sessionQr, { session_token: shown.session_token });
  await open.database.db.query({
    text: `UPDATE devices SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`,
    values: [tenant.id],
  });
  await open.untilStatus(tenant, idle.session_token, 'expired');
  // Its worker gives the lease up meanwhile, and who asks then is told to repeat it.
  const codeOf = () =>
    open.act(tenant, sessionQr, { session_token: idle.session_token }).then(
      () => 'shown',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  await open.until('an answer', async () => (await codeOf()) !== 'service_unavailable');
  expect(await codeOf()).toBe('unknown_session');
}, 60_000);

test.each(['code', 'QR'])(
  'a network that asks for a passkey ends the session with that reason at once: %s',
  async (way) => {
    const tenant = await open.makeTenant();
    const number = freshNumber();
    await open.network.putPhone({ number, asks_passkey: true });
    const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
    const token = { session_token: session.session_token };
    const { output: qr } = await open.act(tenant, sessionQr, token);
    const code = way === 'code' ? (await open.act(tenant, pairCode, { ...token, phone: number })).output : null;
    const approve = code ? open.network.enterCode(number, code.pairing_code) : open.network.scan(number, qr.qr);
    await expect(approve).rejects.toThrow('passkey_required');
    expect(await open.untilStatus(tenant, session.session_token, 'failed')).toMatchObject({
      reason: 'passkey_required',
    });
    expect(await open.eventsOf(tenant)).toEqual([]);
    expect(await open.metric('w1', 'parley_device_alarms_total')).toContain('reason="passkey_required"');
    // Without the demand the same session links.
    await open.network.putPhone({ number, asks_passkey: false });
    const { output: again } = await open.act(tenant, sessionQr, token);
    await open.network.scan(number, again.qr);
    await open.untilStatus(tenant, session.session_token, 'connected');
  },
);

test('limits of the network are in session-status until they are lifted or end', async () => {
  const tenant = await open.makeTenant();
  const { token, deviceId } = await open.link(tenant, freshNumber());
  const limit = (given: Parameters<typeof open.network.limit>[1]) => open.network.limit(deviceId, given);
  const untilReason = (reason: string | null) =>
    open.until(`the reason ${reason}`, async () => (await open.statusOf(tenant, token)).reason === reason);
  await limit({ kind: 'capping' });
  await untilReason('capped');
  // The more serious one is shown; only that one is lifted.
  await limit({ kind: 'reachout_timelock', seconds: 3600 });
  await untilReason('restricted');
  await limit({ kind: 'capping', active: false });
  await limit({ kind: 'reachout_timelock', active: false });
  await untilReason(null);
  await limit({ kind: 'reachout_timelock', seconds: 2 });
  await untilReason('restricted');
  await untilReason(null);
  expect(await open.statusOf(tenant, token)).toMatchObject({ status: 'connected' });
  expect(await open.metric('w1', 'parley_device_health_signals_total')).toMatch(/kind="reachout_timelock"} [2-9]/);
});

describe('a tenant has a bounded number of sessions', () => {
  test('one session too many is too_many_sessions with the time to wait, also when many are asked for at once', async () => {
    const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
    const create = () => open.act(tenant, createSession, { label: 'Shop' });
    const asked = await Promise.allSettled(Array.from({ length: MAX_UNPAIRED + 8 }, create));
    const made = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.output] : []));
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(made).toHaveLength(MAX_UNPAIRED);
    expect(refused).toHaveLength(8);
    for (const { code, extras } of refused) {
      expect(code).toBe('too_many_sessions');
      expect(extras.retry_after).toBeGreaterThan(0);
      expect(extras.retry_after).toBeLessThanOrEqual(3600);
    }
    await open.act(other, createSession, { label: 'Shop' });
    const [first] = made;
    await open.act(tenant, deleteSession, { session_token: first?.session_token });
    await create();
    await expect(create()).rejects.toMatchObject({ code: 'too_many_sessions' });
  });

  test('linked devices and expired sessions do not count', async () => {
    const tenant = await open.makeTenant();
    for (let index = 0; index < MAX_UNPAIRED; index++) await open.act(tenant, createSession, { label: 'Shop' });
    await expect(open.act(tenant, createSession, { label: 'Shop' })).rejects.toMatchObject({
      code: 'too_many_sessions',
    });
    const { db } = open.database;
    await db.query({
      text: `UPDATE devices SET expires_at = now() - interval '1 s' WHERE tenant_id = $1`,
      values: [tenant.id],
    });
    await open.act(tenant, createSession, { label: 'Shop' });
    await open.link(tenant, freshNumber());
  });

  test('a bounded number of requests waits for one session’s codes', async () => {
    const tenant = await open.makeTenant();
    const { output } = await open.act(tenant, createSession, { label: 'Shop' });
    const ask = () => open.act(tenant, sessionQr, { session_token: output.session_token });
    await ask();
    // No code comes while the network hangs: every request waits.
    await open.network.cut(20_000, 'hang');
    const asked = await Promise.allSettled(Array.from({ length: 12 }, ask));
    await open.network.cut(0, 'hang');
    const codes = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(7);
  });
});
