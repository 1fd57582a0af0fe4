import { openPairPage, pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

let open: OpenPairing;
beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  await open.startWorker('w2');
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

const ADDRESS = /^https:\/\/parley\.example\/pair\/([\w-]{20,200})$/;
let nextNumber = 15550700;

async function newPhone(): Promise<string> {
  const number = String(nextNumber++);
  await open.network.putPhone({ number });
  return number;
}

async function newSession(tenant: TestTenant, label = 'Front desk') {
  const { output } = await open.act(tenant, createSession, { label });
  const [, token = ''] = ADDRESS.exec(output.pairUrl) ?? [];
  return { ...output, token };
}

const context = { requestId: 'req_page' };
const show = (token: string) => open.bus.call(openPairPage, { token }, context);
const askQr = (token: string) => open.bus.call(pairPageQr, { token }, context);
const askCode = (token: string, phone: string) => open.bus.call(pairPageCode, { token, phone }, context);
const pageIs = (token: string, stage: string) =>
  open.until(`the page to be ${stage}`, async () => (await show(token)).stage === stage);

test('a session has one page address, which does not reveal the session token', async () => {
  const tenant = await open.makeTenant();
  const session = await newSession(tenant);
  expect(session.pairUrl).toMatch(ADDRESS);
  expect((await open.statusOf(tenant, session.sessionToken)).pairUrl).toBe(session.pairUrl);
  expect(session.pairUrl).not.toContain(session.sessionToken.slice(4));
  expect(await show(session.token)).toEqual({
    stage: 'open',
    status: 'created',
    reason: null,
    since: expect.any(String),
    label: 'Front desk',
  });
  // Opening it connects nothing: link previews open it as well.
  expect((await open.statusOf(tenant, session.sessionToken)).status).toBe('created');
});

test('the page’s QR is the session’s own at every worker; once linked, the page says so and shows no code', async () => {
  const tenant = await open.makeTenant();
  const { token, sessionToken } = await newSession(tenant);
  const images = [];
  for (let at = 0; at < 4; at++) images.push((await askQr(token)).image);
  const { output: shown } = await open.act(tenant, sessionQr, { sessionToken });
  expect(new Set(images)).toEqual(new Set([shown.image]));
  const number = await newPhone();
  await open.network.scan(number, shown.qr);
  await pageIs(token, 'linked');
  expect((await open.statusOf(tenant, sessionToken)).pairUrl).toBeNull();
  for (const ask of [() => askQr(token), () => askCode(token, number)])
    await expect(ask()).rejects.toMatchObject({ code: 'already_connected' });
});

test('the page’s code links the phone; an invalid number is invalid_phone', async () => {
  const tenant = await open.makeTenant();
  const { token } = await newSession(tenant);
  await expect(askCode(token, '12')).rejects.toMatchObject({ code: 'invalid_phone' });
  const number = await newPhone();
  const { pairingCode } = await askCode(token, `+${number}`);
  expect(pairingCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(await show(token)).toMatchObject({ stage: 'open', status: 'awaiting_pairing' });
  await open.network.enterCode(number, pairingCode);
  await pageIs(token, 'linked');
});

test('a QR and a code have the time of their connection, and another connection has another time', async () => {
  const tenant = await open.makeTenant();
  const { token } = await newSession(tenant);
  const [qr, code] = [await askQr(token), await askCode(token, await newPhone())];
  expect([qr.since, code.since]).toEqual(Array(2).fill((await show(token)).since));
  await open.network.cut(1);
  await open.until('the connection to be gone', async () => (await show(token)).status === 'created');
  const renewed = await askQr(token);
  expect(renewed.since).not.toBe(qr.since);
  expect(renewed.since).toBe((await show(token)).since);
});

test('an old page links nothing after the phone removed the device, not even while the session is linked again', async () => {
  const tenant = await open.makeTenant();
  const { token, sessionToken } = await newSession(tenant);
  const number = await newPhone();
  const { pairingCode } = await askCode(token, number);
  await open.network.enterCode(number, pairingCode);
  await pageIs(token, 'linked');
  await open.network.logOut(number);
  await pageIs(token, 'over');
  expect(await show(token)).toMatchObject({ stage: 'over', status: 'logged_out' });
  await open.act(tenant, pairCode, { sessionToken, phone: number });
  expect(await show(token)).toMatchObject({ stage: 'over', status: 'awaiting_pairing' });
  for (const ask of [() => askQr(token), () => askCode(token, number)])
    await expect(ask()).rejects.toMatchObject({ code: 'unknown_session' });
});

test('the page of an inactive tenant shows no code and no QR, and works once the tenant is active', async () => {
  const tenant = await open.makeTenant();
  const { token } = await newSession(tenant);
  const set = (status: string) => open.database.db.prisma.tenant.update({ where: { id: tenant.id }, data: { status } });
  await set('inactive');
  expect((await show(token)).stage).toBe('paused');
  const number = await newPhone();
  for (const ask of [() => askQr(token), () => askCode(token, number)])
    await expect(ask()).rejects.toMatchObject({ code: 'tenant_inactive' });
  expect((await show(token)).status).toBe('created');
  await set('active');
  await open.network.enterCode(number, (await askCode(token, number)).pairingCode);
  await pageIs(token, 'linked');
});

test('it ends when the session is deleted, and after its hour', async () => {
  const tenant = await open.makeTenant();
  const [deleted, expired] = [await newSession(tenant), await newSession(tenant)];
  await open.act(tenant, deleteSession, { sessionToken: deleted.sessionToken });
  expect(await show(deleted.token)).toMatchObject({ stage: 'over', status: 'deleted' });
  await open.database.db.query({
    text: `UPDATE devices SET expires_at = now() - interval '1 second' WHERE id = $1`,
    values: [expired.accountId],
  });
  expect(await show(expired.token)).toMatchObject({ stage: 'over', status: 'expired' });
  for (const { token, sessionToken } of [deleted, expired]) {
    await expect(askQr(token)).rejects.toMatchObject({ code: 'unknown_session' });
    expect((await open.statusOf(tenant, sessionToken)).pairUrl).toBeNull();
  }
});

test('a token that is changed anywhere, or belongs to another session, opens nothing', async () => {
  const tenant = await open.makeTenant();
  const [one, other] = [await newSession(tenant), await newSession(tenant)];
  const [owner = '', device = '', ...signature] = one.token.split('-');
  const [, otherDevice = ''] = other.token.split('-');
  const sign = signature.join('-');
  const forged = [
    `${owner}-${otherDevice}-${sign}`,
    `z${owner}-${device}-${sign}`,
    `${owner}-${device}-${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`,
    `${owner}-${device}-${sign.slice(0, -1)}`,
    `${owner}-${device}`,
    one.sessionToken,
    'x'.repeat(60),
  ];
  for (const token of forged) {
    await expect(show(token), token).rejects.toMatchObject({ code: 'unknown_session' });
    await expect(askQr(token), token).rejects.toMatchObject({ code: 'unknown_session' });
  }
});

test('a page whose phone is asked for a passkey names the key of its session, until the session is linked otherwise', async () => {
  const tenant = await open.makeTenant();
  const { token, sessionToken } = await newSession(tenant);
  const number = await newPhone();
  await open.network.putPhone({ number, asks_passkey: true });
  const { output } = await open.act(tenant, sessionQr, { sessionToken });
  expect(await show(token)).not.toHaveProperty('passkeyKey');
  await expect(open.network.scan(number, output.qr)).rejects.toThrow('passkey_required');
  await pageIs(token, 'over');
  expect((await show(token)).passkeyKey).toEqual({ tenantId: tenant.id, instanceId: tenant.caller.instanceId });
  await open.network.putPhone({ number, asks_passkey: false });
  const { output: again } = await open.act(tenant, sessionQr, { sessionToken });
  await open.network.scan(number, again.qr);
  await pageIs(token, 'linked');
  expect(await show(token)).not.toHaveProperty('passkeyKey');
});
