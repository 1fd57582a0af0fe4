import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkUrl } from '@parley/providers/egress/check-url';
import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const strict = makeEgressPolicy(undefined);
const resolves =
  (...addresses: string[]) =>
  async () =>
    addresses;

describe('a user-provided address', () => {
  test.each([
    ['an https address on a public host', 'https://example.com/x?y=1', ['93.184.216.34']],
    ['a public IPv4 literal', 'https://93.184.216.34/', []],
    ['a public IPv6 literal', 'https://[2606:2800:220:1:248:1893:25c8:1946]/', []],
    ['a name with a trailing dot', 'https://example.com./', ['93.184.216.34']],
    ['an IDN', 'https://bücher.example/', ['93.184.216.34']],
  ])('%s is accepted', async (_what, url, addresses) => {
    await expect(checkUrl(url, strict, resolves(...addresses))).resolves.toBeInstanceOf(URL);
  });

  test.each([
    ['no URL', 'example.com', 'not_a_url'],
    ['plain http', 'http://93.184.216.34/', 'not_https'],
    ['another scheme', 'ftp://example.com/', 'not_https'],
    ['userinfo', 'https://good.example@127.0.0.1/', 'has_credentials'],
    ['loopback', 'https://127.0.0.1/', 'not_public'],
    ['localhost by number', 'https://2130706433/', 'not_public'],
    ['localhost in octal', 'https://0177.0.0.1/', 'not_public'],
    ['localhost in hexadecimal', 'https://0x7f000001/', 'not_public'],
    ['a short form of localhost', 'https://127.1/', 'not_public'],
    ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/', 'not_public'],
    ['IPv4-mapped public', 'https://[::ffff:93.184.216.34]/', 'not_public'],
    ['IPv4-compatible ::/96', 'https://[::7f00:1]/', 'not_public'],
    ['IPv6 loopback', 'https://[::1]/', 'not_public'],
    ['link-local', 'https://169.254.169.254/latest/meta-data', 'not_public'],
    ['another metadata service', 'https://168.63.129.16/', 'not_public'],
    ['unique local IPv6', 'https://[fd00::1]/', 'not_public'],
    ['private', 'https://10.1.2.3/', 'not_public'],
    ['carrier-grade NAT', 'https://100.64.0.1/', 'not_public'],
    ['multicast', 'https://224.0.0.1/', 'not_public'],
    ['this network', 'https://0.0.0.0/', 'not_public'],
    ['6to4 to loopback', 'https://[2002:7f00:1::]/', 'not_public'],
    ['NAT64 to loopback', 'https://[64:ff9b::7f00:1]/', 'not_public'],
  ])('%s is refused', async (_what, url, reason) => {
    await expect(checkUrl(url, strict, resolves('93.184.216.34'))).rejects.toMatchObject({ reason });
  });

  test.each([
    ['leads to a private address', ['10.0.0.1']],
    ['has one public and one private address', ['93.184.216.34', '127.0.0.1']],
    ['leads to the metadata service', ['169.254.169.254']],
  ])('a name that %s is refused', async (_what, addresses) => {
    await expect(checkUrl('https://tricky.example/', strict, resolves(...addresses))).rejects.toMatchObject({
      reason: 'not_public',
    });
  });

  test('a name that does not resolve is refused', async () => {
    await expect(checkUrl('https://nowhere.example/', strict, resolves())).rejects.toMatchObject({
      reason: 'does_not_resolve',
    });
  });

  test('an opened range allows private addresses, and plain http only there', async () => {
    const open = makeEgressPolicy('10.0.0.0/8,127.0.0.0/8');
    await expect(checkUrl('http://10.1.2.3:8080/hook', open)).resolves.toBeInstanceOf(URL);
    await expect(checkUrl('http://93.184.216.34/', open)).rejects.toMatchObject({ reason: 'not_https' });
    await expect(checkUrl('https://192.168.0.1/', open)).rejects.toMatchObject({ reason: 'not_public' });
  });

  test('an invalid range in PARLEY_EGRESS_ALLOW is named', () => {
    expect(() => makeEgressPolicy('10.0.0.0/8,ten')).toThrow('PARLEY_EGRESS_ALLOW: ten');
  });
});

describe('the policy', () => {
  test.each([
    '0xa83f8110',
    '0250.077.0201.020',
    '2822734096',
    '2130706433',
    '0x7f.1',
    '::ffff:168.63.129.16',
    'localhost',
    '',
  ])('%s is not allowed in any spelling', (address) => {
    expect(strict.allows(address)).toBe(false);
  });
});

describe('the connection itself', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // safe: listens on TCP
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  test('does not reach a literal that the policy forbids, even when the URL was never checked', async () => {
    await expect(request(`http://127.0.0.1:${port}/`, { dispatcher: makeEgressAgent(strict) })).rejects.toMatchObject({
      reason: 'not_public',
    });
  });

  test('does not reach a name that resolves elsewhere when it connects (rebinding)', async () => {
    const agent = makeEgressAgent(strict, {
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    await expect(request(`http://rebound.example:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      reason: 'not_public',
    });
  });

  test('does not reach a name with one forbidden address', async () => {
    const agent = makeEgressAgent(makeEgressPolicy('127.0.0.0/8'), {
      lookup: (_host, _options, callback) =>
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    });
    await expect(request(`http://mixed.example:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      reason: 'not_public',
    });
  });

  test('reaches a name whose addresses are all opened', async () => {
    const agent = makeEgressAgent(makeEgressPolicy('127.0.0.0/8'), {
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const answer = await request(`http://inside.example:${port}/`, { dispatcher: agent });
    expect(await answer.body.text()).toBe('reached');
  });

  test('opens no more sockets to one host than allowed', async () => {
    let open = 0;
    let most = 0;
    const held: (() => void)[] = [];
    const slow = createServer((_request, response) => {
      open++;
      most = Math.max(most, open);
      held.push(() => {
        open--;
        response.end('ok');
      });
      if (held.length === 3) for (const release of held.splice(0)) release();
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port: slowPort } = slow.address() as AddressInfo; // safe: listens on TCP
    const agent = makeEgressAgent(makeEgressPolicy('127.0.0.0/8'), { maxSocketsPerHost: 3 });
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => request(`http://127.0.0.1:${slowPort}/`, { dispatcher: agent })),
    );
    for (const answer of answers) expect(await answer.body.text()).toBe('ok');
    expect(most).toBe(3);
    await agent.close();
    await new Promise((resolve) => slow.close(resolve));
  });

  test('reaches addresses that an operator opened', async () => {
    const answer = await request(`http://127.0.0.1:${port}/`, {
      dispatcher: makeEgressAgent(makeEgressPolicy('127.0.0.0/8')),
    });
    expect(await answer.body.text()).toBe('reached');
  });
});
