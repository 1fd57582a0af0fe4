import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_UNPAIRED, type OpenPairing, openPairing } from '../../test/open-pairing.ts';

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
  expect(output.sessionToken).toMatch(/^wds_[\w-]{32}$/);
  expect(Number.isInteger(output.accountId)).toBe(true);
  expect(Math.round((Date.parse(output.expiresAt) - Date.now()) / 60_000)).toBe(60);
  expect(await open.statusOf(tenant, output.sessionToken)).toEqual({
    ok: true,
    accountId: output.accountId,
    label: 'Front desk',
    status: 'created',
    since: expect.any(String),
    phone: null,
    reason: null,
    detail: null,
    proxy: null,
    pairUrl: output.pairUrl,
    limits: null,
  });
  const { rows } = await open.database.db.query<{ all: string }>({ text: `SELECT devices::text AS all FROM devices` });
  expect(rows.map((row) => row.all).join()).not.toContain(output.sessionToken);
});

// docs/reference/sessions.md#pairing-code
test('a code that the network refuses is an error with its reason, not a code', async () => {
  const tenant = await open.makeTenant();
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const wanted = { sessionToken: session.sessionToken, phone: `+${freshNumber()}` };
  await open.network.changeSettings({ pairing_codes: 'refused' });
  const refused = await open.act(tenant, pairCode, wanted).catch((error: unknown) => error);
  await open.network.changeSettings({ pairing_codes: 'given' });
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'device_error', message: expect.stringContaining('rate-overlimit (429)') });
  expect((await open.act(tenant, pairCode, wanted)).output.pairingCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
});

test('a code is given although the network refuses other queries before, and links the phone', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  await open.network.changeSettings({ pairing_codes: 'after_errors' });
  try {
    const asked = { sessionToken: session.sessionToken, phone: `+${number}` };
    const { output: code } = await open.act(tenant, pairCode, asked);
    await open.network.enterCode(number, code.pairingCode);
    await open.untilStatus(tenant, session.sessionToken, 'connected');
  } finally {
    await open.network.changeSettings({ pairing_codes: 'given' });
  }
});

test('a phone that enters the code is linked: one channel.connected, and the channel is listed with its number', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const { output: code } = await open.act(tenant, pairCode, {
    sessionToken: session.sessionToken,
    phone: `+${number}`,
  });
  expect(code.pairingCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(Date.parse(code.expiresAt)).toBeGreaterThan(Date.now());
  expect((await open.statusOf(tenant, session.sessionToken)).status).toBe('awaiting_pairing');
  await open.network.enterCode(number, code.pairingCode);
  expect(await open.untilStatus(tenant, session.sessionToken, 'connected')).toMatchObject({ phone: `+${number}` });
  expect(await open.eventsOf(tenant)).toEqual([
    {
      type: 'channel.connected',
      data: {
        channel: 'wd',
        id: String(session.accountId),
        name: 'Shop',
        identifier: `+${number}`,
        connected_at: expect.any(String),
        account_id: session.accountId,
        label: 'Shop',
      },
    },
  ]);
  const accounts = await open.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id } });
  expect(accounts).toMatchObject([
    { channel: 'wd', externalId: String(session.accountId), number: `+${number}`, status: 'connected', name: 'Shop' },
  ]);
  for (const action of [
    () => open.act(tenant, pairCode, { sessionToken: session.sessionToken, phone: number }),
    () => open.act(tenant, sessionQr, { sessionToken: session.sessionToken }),
  ])
    await expect(action()).rejects.toMatchObject({ code: 'already_connected' });
});

test('a second request returns a new code, and the new one links', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const ask = async () =>
    (await open.act(tenant, pairCode, { sessionToken: session.sessionToken, phone: number })).output.pairingCode;
  const first = await ask();
  const second = await ask();
  expect(second).not.toBe(first);
  await open.network.enterCode(number, second);
  await open.untilStatus(tenant, session.sessionToken, 'connected');
});

test('the QR code is an image of the text that the phone scans', async () => {
  const tenant = await open.makeTenant();
  const number = freshNumber();
  await open.network.putPhone({ number });
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const { output: qr } = await open.act(tenant, sessionQr, { sessionToken: session.sessionToken });
  expect(qr).toMatchObject({ ok: true, accountId: session.accountId, status: 'awaiting_pairing' });
  expect(Buffer.from(qr.image.replace('data:image/png;base64,', ''), 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect(Date.parse(qr.expiresAt)).toBeGreaterThan(Date.now());
  await open.network.scan(number, qr.qr);
  await open.untilStatus(tenant, session.sessionToken, 'connected');
});

test('the same Idempotency-Key creates one session, and requests one code', async () => {
  const tenant = await open.makeTenant();
  const key = { key: 'again', bodyHash: 'a'.repeat(64) };
  const first = await open.act(tenant, createSession, { label: 'Shop' }, key);
  const second = await open.act(tenant, createSession, { label: 'Shop' }, key);
  expect([first.replayed, second.replayed, second.output]).toEqual([false, true, first.output]);
  const number = freshNumber();
  await open.network.putPhone({ number });
  const asked = { sessionToken: first.output.sessionToken, phone: number };
  const code = await open.act(tenant, pairCode, asked, key);
  expect(await open.act(tenant, pairCode, asked, key)).toEqual({ output: code.output, replayed: true });
});

test('an invalid number is invalid_phone; another tenant’s token is unknown_session', async () => {
  const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
  const { output: session } = await open.act(tenant, createSession, { label: 'Shop' });
  const token = { sessionToken: session.sessionToken };
  await expect(open.act(tenant, pairCode, { ...token, phone: 'abc' })).rejects.toMatchObject({ code: 'invalid_phone' });
  for (const ask of [
    () => open.act(other, sessionStatus, token),
    () => open.act(other, sessionQr, token),
    () => open.act(other, pairCode, { ...token, phone: '15550001' }),
    () => open.act(tenant, sessionStatus, { sessionToken: 'wds_never' }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'unknown_session' });
  await expect(open.act(other, deleteSession, token)).rejects.toMatchObject({ code: 'not_connected' });
  await expect(open.act(other, deleteSession, { id: String(session.accountId) })).rejects.toMatchObject({
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
  expect((await open.act(tenant, deleteSession, { sessionToken: device.token })).output).toEqual(answer);
  expect(await keysOf()).toBe(0);
  expect((await open.statusOf(tenant, device.token)).status).toBe('deleted');
  expect(await open.deviceAt(device.deviceId)).toMatchObject({ state: 'removed' });
  expect((await open.act(tenant, deleteSession, { id: device.id })).output).toEqual(answer);
  expect((await open.eventsOf(tenant)).map(({ type, data }) => [type, data.reason ?? null])).toEqual([
    ['channel.connected', null],
    ['channel.disconnected', 'api'],
  ]);
  await expect(open.act(tenant, sessionQr, { sessionToken: device.token })).rejects.toMatchObject({
    code: 'unknown_session',
  });
});

test('an unlinked session expires after its hour, with or without a shown code', async () => {
  const tenant = await open.makeTenant();
  const { output: idle } = await open.act(tenant, createSession, { label: 'Idle' });
  const { output: shown } = await open.act(tenant, createSession, { label: 'Shown' });
  await open.act(tenant, sessionQr, { sessionToken: shown.sessionToken });
  await open.database.db.query({
    text: `UPDATE devices SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`,
    values: [tenant.id],
  });
  await open.untilStatus(tenant, idle.sessionToken, 'expired');
  // Its worker releases the lease at the same time; a request at that moment must be repeated.
  const codeOf = () =>
    open.act(tenant, sessionQr, { sessionToken: idle.sessionToken }).then(
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
    const token = { sessionToken: session.sessionToken };
    const { output: qr } = await open.act(tenant, sessionQr, token);
    const code = way === 'code' ? (await open.act(tenant, pairCode, { ...token, phone: number })).output : null;
    const approve = code ? open.network.enterCode(number, code.pairingCode) : open.network.scan(number, qr.qr);
    await expect(approve).rejects.toThrow('passkey_required');
    expect(await open.untilStatus(tenant, session.sessionToken, 'failed')).toMatchObject({
      reason: 'passkey_required',
    });
    expect(await open.eventsOf(tenant)).toEqual([]);
    expect(await open.metric('w1', 'parley_device_alarms_total')).toContain('reason="passkey_required"');
    // Without the passkey request the same session links.
    await open.network.putPhone({ number, asks_passkey: false });
    const { output: again } = await open.act(tenant, sessionQr, token);
    await open.network.scan(number, again.qr);
    await open.untilStatus(tenant, session.sessionToken, 'connected');
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
  // The more serious one is shown, and only that one is lifted.
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

test('limits that the network does not announce are asked for after a connection, and again when a lock begins', async () => {
  const tenant = await open.makeTenant();
  const { token, deviceId } = await open.link(tenant, freshNumber());
  const limits = async () => (await open.statusOf(tenant, token)).limits;
  const none = { newChats: { used: 0, total: null, resetsAt: null, status: 'NONE' }, restricted: null };
  await open.until('the first look', async () => (await limits())?.checkedAt !== null);
  expect(await limits()).toEqual({ ...none, checkedAt: expect.any(String) });

  const { checkedAt } = (await limits()) ?? {};
  const alarms = async () =>
    /reason="new_chats_short"} (\d+)/.exec((await open.metric('w1', 'parley_device_alarms_total')) ?? '');
  const before = Number((await alarms())?.[1] ?? 0);
  await open.network.limit(deviceId, {
    kind: 'capping',
    status: 'SECOND_WARNING',
    total: 40,
    used: 38,
    announced: false,
  });
  expect((await limits())?.newChats?.used).toBe(0);
  await open.network.limit(deviceId, { kind: 'reachout_timelock', seconds: 3600, type: 'BIZ_QUALITY' });
  await open.until('the next look', async () => (await limits())?.checkedAt !== checkedAt);
  expect(await limits()).toMatchObject({
    newChats: { used: 38, total: 40, resetsAt: expect.any(String), status: 'SECOND_WARNING' },
    restricted: { until: expect.any(String), kind: 'BIZ_QUALITY' },
  });
  expect(Number((await alarms())?.[1])).toBe(before + 1);
});

describe('a tenant has a limited number of sessions', () => {
  test('one session too many is too_many_sessions with the time to wait, also when many are requested at once', async () => {
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
    await open.act(tenant, deleteSession, { sessionToken: first?.sessionToken });
    await create();
    await expect(create()).rejects.toMatchObject({ code: 'too_many_sessions' });
  });

  test('linked devices and expired sessions are not counted', async () => {
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

  test('a limited number of requests waits for one session’s codes', async () => {
    const tenant = await open.makeTenant();
    const { output } = await open.act(tenant, createSession, { label: 'Shop' });
    const ask = () => open.act(tenant, sessionQr, { sessionToken: output.sessionToken });
    await ask();
    // No code arrives while the network hangs: every request waits.
    await open.network.cut(20_000, 'hang');
    const asked = await Promise.allSettled(Array.from({ length: 12 }, ask));
    await open.network.cut(0, 'hang');
    const codes = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(7);
  });
});
