import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProxied, PICTURE, UPLOADED } from '../../test/open-proxied.ts';

// docs/reference/sessions.md#proxy
const NOTHING = { connections: 0, lookups: 0 };
let given: Awaited<ReturnType<typeof openProxied>>;

beforeAll(async () => {
  given = await openProxied(15_553_100);
}, 60_000);
beforeEach(() => {
  given.proxy.mode = 'serves';
});
afterAll(() => given[Symbol.asyncDispose]());

test.each(['http', 'socks5'] as const)(
  'a device with a proxy of %s links, sends, receives and reads its history through it alone',
  async (protocol) => {
    await given.open.network.changeSettings({ history_form: 'file' });
    const from = given.proxy.tunnels.length;
    const device = await given.link(given.at(protocol), 30);
    await given.open.until('the history', () =>
      given.open.inbound.imported.find((one) => one.externalId === device.id),
    );
    expect(await given.send(device, null)).toMatchObject({ outcome: 'accepted' });
    expect(await given.send(device, UPLOADED)).toMatchObject({
      outcome: 'accepted',
    });
    const sent = (await given.open.network.taken({ device: device.deviceId })).at(-1);
    expect((await given.open.network.mediaOf(sent?.seq ?? 0)).equals(PICTURE)).toBe(true);
    const media = await given.receivePicture(device);
    const before = given.proxy.tunnels.length;
    expect((await given.openPicture(device, media)).equals(PICTURE)).toBe(true);
    expect(given.proxy.tunnels.length).toBeGreaterThan(before);
    const used = given.proxy.tunnels.slice(from);
    const { target } = given;
    expect(new Set(used.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ protocol, target, isOpened: true })]),
    );
    expect(given.direct()).toEqual(NOTHING);
  },
  60_000,
);

test('a file at an address of the customer does not go through the proxy', async () => {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PICTURE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  const device = await given.link();
  const media = { type: 'image' as const, url: `http://127.0.0.1:${port}/a.jpg`, filename: 'a.jpg' };
  expect(await given.send(device, media)).toMatchObject({ outcome: 'accepted' });
  expect(given.proxy.tunnels.filter(({ target }) => target.endsWith(`:${port}`))).toEqual([]);
  server.close();
  expect(given.direct()).toEqual(NOTHING);
});

test('a proxy that refuses, hangs, or does not know the password keeps the device offline until it is set right', async () => {
  const device = await given.link();
  const media = await given.receivePicture(device);
  const wrong = given.at('http', 'shop:wrong-word@');
  for (const fail of [
    async () => given.setProxy(device, wrong),
    async () => {
      given.proxy.mode = 'refuses';
      await given.setProxy(device, given.at('http'));
    },
    async () => {
      given.proxy.mode = 'hangs';
      await given.setProxy(device, given.at('http'));
    },
  ]) {
    await fail();
    expect(await given.untilStatus(device, 'reconnecting', 'proxy')).toMatchObject({ reason: 'network_unavailable' });
    await expect(given.openPicture(device, media)).rejects.toMatchObject({ code: 'device_error' });
    given.proxy.mode = 'serves';
    await given.setProxy(device, given.at('socks5'));
    await given.untilStatus(device, 'connected', null);
  }
  expect((await given.openPicture(device, media)).equals(PICTURE)).toBe(true);
  expect(given.direct()).toEqual(NOTHING);
}, 120_000);

test('a proxy that breaks off a connection is used again for the next one', async () => {
  const device = await given.link();
  const before = given.proxy.tunnels.length;
  given.proxy.cut();
  await given.open.until('another tunnel', () => given.proxy.tunnels.length > before);
  await given.untilStatus(device, 'connected', null);
  expect(given.direct()).toEqual(NOTHING);
});

test('a device whose proxy is removed connects directly, at once', async () => {
  const device = await given.link();
  expect(given.direct()).toEqual(NOTHING);
  given.openTrap();
  expect(await given.setProxy(device, null)).toMatchObject({ proxy: null });
  await given.untilStatus(device, 'connected', null);
  await given.open.until('a look-up without the proxy', () => given.direct().lookups > 0);
});
