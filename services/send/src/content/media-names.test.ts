import { type DnsServer, openDnsServer } from '@parley/testing/servers/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';

let dns: DnsServer;
let system: OpenSend;
beforeAll(async () => {
  dns = await openDnsServer();
  system = await openSend({ PARLEY_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});

const fileOn = (host: string): string => `http://${host}:${new URL(system.sandbox.url).port}/files/photo.png`;

test('slow name lookups for one key’s media_url do not delay other keys', async () => {
  dns.answer('files.example', { addresses: ['127.0.0.1'] });
  const slow = await system.addTenant();
  const other = await system.addTenant();
  for (const tenant of [slow, other]) await tenant.customerWrote('tg', '5001');
  let ended = 0;
  const all = Array.from({ length: 24 }, (_, n) => {
    dns.answer(`slow-${n}.example`, 'silent');
    return slow
      .send({ channel: 'tg', to: '5001', message: 'x', mediaUrl: fileOn(`slow-${n}.example`) })
      .then(
        () => null,
        (error: { code: string }) => error.code,
      )
      .finally(() => ended++);
  });
  await other.send({ channel: 'tg', to: '5001', message: 'see', mediaUrl: fileOn('files.example') });
  expect(ended).toBe(0);
  // A test's name server without CPU time looks unreachable, which counts as our own fault.
  for (const code of await Promise.all(all)) expect(['invalid_media_url', 'service_unavailable']).toContain(code);
});

test('without credit no name is looked up and no file is fetched; an invalid URL is reported first', async () => {
  const tenant = await system.addTenant({ balance: 0 });
  const send = (media_url: string) => tenant.send({ channel: 'tg', to: '5002', message: 'x', mediaUrl: media_url });
  await expect(send(fileOn('unpaid.example'))).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(dns.asked('unpaid.example')).toBe(0);
  await expect(send('https://10.0.0.8/a.png')).rejects.toMatchObject({ code: 'invalid_media_url' });
});
