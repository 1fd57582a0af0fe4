import { listLinkedDevices } from '@parley/common/contracts/operator/linked-devices';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { setProxy } from '@parley/common/contracts/sessions/set-proxy';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPairing } from '../../test/open-pairing.ts';
import { openProxied } from '../../test/open-proxied.ts';

// docs/reference/sessions.md#proxy
const NOTHING = { connections: 0, lookups: 0 };
let given: Awaited<ReturnType<typeof openProxied>>;

beforeAll(async () => {
  given = await openProxied(15_554_100);
}, 60_000);
beforeEach(() => {
  given.proxy.mode = 'serves';
});
afterAll(() => given[Symbol.asyncDispose]());

test('a session whose proxy fails gives no code, and says why', async () => {
  given.proxy.mode = 'refuses';
  const { output } = await given.open.act(given.tenant, createSession, { label: 'Shop', proxy: given.at() });
  await expect(given.open.act(given.tenant, sessionQr, { sessionToken: output.sessionToken })).rejects.toMatchObject({
    code: 'device_error',
    message: 'The proxy of this session opened no connection. The proxy answered 403.',
  });
  expect(await given.open.statusOf(given.tenant, output.sessionToken)).toMatchObject({
    status: 'created',
    reason: 'network_unavailable',
    detail: 'proxy',
  });
  expect(given.direct()).toEqual(NOTHING);
});

test('a code that is shown ends with the proxy through which it came', async () => {
  const { output } = await given.open.act(given.tenant, createSession, { label: 'Shop', proxy: given.at() });
  const { sessionToken } = output;
  const { output: first } = await given.open.act(given.tenant, sessionQr, { sessionToken });
  await given.open.act(given.tenant, setProxy, { sessionToken, proxy: given.at('socks5') });
  expect(await given.open.statusOf(given.tenant, sessionToken)).toMatchObject({
    status: 'created',
    proxy: given.shownAt('socks5'),
  });
  const { output: second } = await given.open.act(given.tenant, sessionQr, { sessionToken });
  expect(second.qr).not.toBe(first.qr);
  expect(given.proxy.tunnels.at(-1)?.protocol).toBe('socks5');
  expect(given.direct()).toEqual(NOTHING);
});

test('the same proxy again connects nothing again', async () => {
  const device = await given.link();
  const { since } = await given.open.statusOf(given.tenant, device.token);
  expect(await given.setProxy(device, given.at())).toEqual({
    ok: true,
    accountId: Number(device.id),
    proxy: given.shownAt(),
  });
  expect(await given.open.statusOf(given.tenant, device.token)).toMatchObject({ status: 'connected', since });
});

test('a session is named by its id as well, and another tenant neither sees nor changes its proxy', async () => {
  const device = await given.link();
  const { output } = await given.open.act(given.tenant, setProxy, { id: device.id, proxy: given.at('socks5') });
  expect(output.proxy).toBe(given.shownAt('socks5'));
  const other = await given.open.makeTenant();
  for (const name of [{ id: device.id }, { sessionToken: device.token }])
    await expect(given.open.act(other, setProxy, { ...name, proxy: null })).rejects.toMatchObject({
      code: 'unknown_session',
    });
  const media = await given.receivePicture(device);
  await expect(given.openPicture(device, media, other)).rejects.toMatchObject({ code: 'media_gone' });
  expect(await given.open.statusOf(given.tenant, device.token)).toMatchObject({ proxy: given.shownAt('socks5') });
});

test('the password is encrypted at rest, and in no answer and no line of the log', async () => {
  const device = await given.link();
  await given.setProxy(device, given.at('http', 'shop:wrong-word@'));
  await given.untilStatus(device, 'reconnecting', 'proxy');
  const listed = await given.open.bus.call(
    listLinkedDevices,
    { limit: 50, sort: 'problem', descending: false, q: '', accountId: Number(device.id) },
    { requestId: 'req_test' },
  );
  expect(listed.items).toMatchObject([{ proxy: given.shownAt(), detail: 'proxy' }]);
  const { rows } = await given.open.database.db.query<{ proxy: string }>({
    text: 'SELECT proxy FROM devices WHERE proxy IS NOT NULL',
  });
  expect(rows.length).toBeGreaterThan(0);
  await given.open.until('the line of the log', () => given.logged().includes('device.proxy-failed'));
  const all = JSON.stringify([rows, listed, await given.open.statusOf(given.tenant, device.token)]) + given.logged();
  for (const secret of ['p@ss-word', 'p%40ss-word', 'wrong-word', btoa('shop:p@ss-word'), btoa('shop:wrong-word')])
    expect(all).not.toContain(secret);
});

test('an invalid address, and one that the egress rules forbid, is invalid_proxy and changes nothing', async () => {
  const closed = await openPairing({ egressAllow: '' });
  await closed.startWorker('w1');
  const own = await closed.makeTenant();
  const device = await closed.link(own, '15554999');
  for (const address of [
    '127.0.0.1:3128',
    'http://127.0.0.1:3128',
    'socks5://10.0.0.1:1080',
    'http://169.254.169.254:80',
    'http://[::1]:1',
  ]) {
    const refused = { code: 'invalid_proxy' };
    await expect(closed.act(own, createSession, { label: 'Shop', proxy: address })).rejects.toMatchObject(refused);
    await expect(closed.act(own, setProxy, { sessionToken: device.token, proxy: address })).rejects.toMatchObject(
      refused,
    );
  }
  expect(await closed.statusOf(own, device.token)).toMatchObject({ status: 'connected', proxy: null });
  await closed[Symbol.asyncDispose]();
});
