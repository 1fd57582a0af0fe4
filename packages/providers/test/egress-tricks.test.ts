import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { checkUrl } from '@parley/providers/egress/check-url';
import { type EgressAgentOptions, makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { type EgressPolicy, makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const strict = makeEgressPolicy(undefined);

let server: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    reached++;
    response.end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: listens on TCP
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

function openAgent(policy: EgressPolicy, options: EgressAgentOptions = {}) {
  const agent = makeEgressAgent(policy, options);
  onTestFinished(() => agent.destroy());
  return agent;
}

/** Every spelling in a URL of a host outside the public internet. */
const LITERALS: [trick: string, host: string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback as one decimal number', '2130706433'],
  ['loopback as one decimal number past 32 bits of another base', '017700000001'],
  ['loopback in octal', '0177.0.0.1'],
  ['loopback in octal with leading zeros', '00000177.00.00.01'],
  ['loopback in hexadecimal', '0x7f000001'],
  ['loopback in hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['loopback in mixed bases', '0x7f.0.01'],
  ['loopback in two parts', '127.1'],
  ['loopback in three parts', '127.0.1'],
  ['another address of loopback', '127.255.255.254'],
  ['loopback with a trailing dot', '127.0.0.1.'],
  ['loopback in hexadecimal with a trailing dot', '0x7f000001.'],
  ['loopback, percent-encoded', '%31%32%37.0.0.1'],
  ['loopback in fullwidth digits', '１２７.０.０.１'],
  ['loopback with ideographic dots', '127。0。0。1'],
  ['loopback with fullwidth dots', '127．0．0．1'],
  ['loopback in circled digits', '①②⑦.⓪.⓪.①'],
  ['loopback in mathematical digits', '𝟙𝟚𝟟.𝟘.𝟘.𝟙'],
  ['loopback with a soft hyphen inside', '12\u00AD7.0.0.1'],
  ['this network', '0.0.0.0'],
  ['this network as zero', '0'],
  ['broadcast', '255.255.255.255'],
  ['private 10/8', '10.1.2.3'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved 240/4', '240.0.0.1'],
  ['metadata of AWS, Google, Azure and others', '169.254.169.254'],
  ['metadata as one decimal number', '2852039166'],
  ['metadata in hexadecimal', '0xa9fea9fe'],
  ['metadata of containers', '169.254.170.2'],
  ['the host of Azure', '168.63.129.16'],
  ['the host of Azure in hexadecimal', '0xa83f8110'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback written out', '[0:0:0:0:0:0:0:1]'],
  ['IPv6 unspecified', '[::]'],
  ['IPv4-mapped loopback', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped loopback in hexadecimal', '[::ffff:7f00:1]'],
  ['IPv4-mapped loopback written out', '[0:0:0:0:0:ffff:7f00:1]'],
  ['IPv4-mapped metadata', '[::ffff:169.254.169.254]'],
  ['IPv4-mapped public', '[::ffff:93.184.216.34]'],
  ['IPv4-compatible ::/96', '[::127.0.0.1]'],
  ['IPv4-compatible public', '[::93.184.216.34]'],
  ['IPv4-translated ::ffff:0:0/96', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['NAT64 to a public address', '[64:ff9b::93.184.216.34]'],
  ['local NAT64', '[64:ff9b:1::7f00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001:0:7f00:1::1]'],
  ['unique local fc00::', '[fc00::1]'],
  ['unique local fd00::', '[fd00:ec2::254]'],
  ['link-local', '[fe80::1]'],
  ['site-local', '[fec0::1]'],
  ['IPv6 multicast', '[ff02::1]'],
  ['IPv6 below 2000::/3', '[1fff:ffff::1]'],
  ['IPv6 above 2000::/3', '[4000::1]'],
  ['discard-only', '[100::1]'],
  ['IPv6 documentation', '[2001:db8::1]'],
  ['newer IPv6 documentation', '[3fff:fff::1]'],
  ['IPv6 benchmarking', '[2001:2::1]'],
  ['cryptographic hashes', '[2001:20::1]'],
];

describe('a disguised literal is refused when it is set and when the socket connects:', () => {
  test.each(LITERALS)('%s', async (_trick, host) => {
    await expect(checkUrl(`https://${host}/`, strict)).rejects.toMatchObject({ reason: 'not_public' });
    const agent = openAgent(strict);
    for (const scheme of ['http', 'https'])
      await expect(request(`${scheme}://${host}:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
        reason: 'not_public',
      });
    expect(reached).toBe(0);
  });
});

/** The addresses of a name, or another name like a CNAME. */
const NAMES = new Map<string, string[]>([
  ['private.example', ['10.0.0.1']],
  ['metadata.example', ['169.254.169.254']],
  ['azure.example', ['168.63.129.16']],
  ['alias.example', ['alias-2.example']],
  ['alias-2.example', ['inside.internal']],
  ['inside.internal', ['127.0.0.1']],
  ['mixed.example', ['93.184.216.34', '127.0.0.1']],
  ['mixed-v6.example', ['2606:2800:220:1:248:1893:25c8:1946', '::1']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['zoned.example', ['fe80::1%lo']],
  // The IDN bücher.example and its punycode are the same name.
  ['xn--bcher-kva.example', ['127.0.0.1']],
  ['localhost', ['127.0.0.1', '::1']],
]);

const addressesOf = (host: string): string[] =>
  (NAMES.get(host.replace(/\.$/, '')) ?? []).flatMap((next) => (NAMES.has(next) ? addressesOf(next) : [next]));

const lookup: LookupFunction = (host, _options, callback) =>
  callback(
    null,
    addressesOf(host).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );

describe('a name that resolves to an internal address is refused when it is set and when the socket connects:', () => {
  test.each([
    ['a private address', 'private.example'],
    ['a name with a trailing dot', 'private.example.'],
    ['upper case', 'PRIVATE.EXAMPLE'],
    ['the metadata service', 'metadata.example'],
    ['the host of Azure', 'azure.example'],
    ['a CNAME to a private name', 'alias.example'],
    ['one public and one private address', 'mixed.example'],
    ['one public and one private IPv6 address', 'mixed-v6.example'],
    ['an IPv4-mapped address', 'mapped.example'],
    ['an address with a zone', 'zoned.example'],
    ['an IDN', 'bücher.example'],
    ['an IDN in punycode', 'xn--bcher-kva.example'],
    ['a name in fullwidth letters', 'ｐｒｉｖａｔｅ．ｅｘａｍｐｌｅ'],
    ['localhost', 'localhost'],
    ['localhost with a trailing dot', 'localhost.'],
  ])('%s', async (_trick, host) => {
    await expect(checkUrl(`https://${host}/`, strict, async (name) => addressesOf(name))).rejects.toMatchObject({
      reason: 'not_public',
    });
    const agent = openAgent(strict, { lookup });
    await expect(request(`https://${host}:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      reason: 'not_public',
    });
    expect(reached).toBe(0);
  });

  test('a name of the machine itself, with the real resolver', async () => {
    await expect(checkUrl('https://localhost/', strict)).rejects.toMatchObject({ reason: 'not_public' });
    const agent = openAgent(strict);
    await expect(request(`https://localhost:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      reason: 'not_public',
    });
    expect(reached).toBe(0);
  });

  test('a name that was public when it was set and is private when the socket connects (rebinding)', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const next = (): string[] => answers.shift() ?? ['127.0.0.1'];
    await expect(checkUrl('https://rebound.example/', strict, async () => next())).resolves.toBeInstanceOf(URL);
    const agent = openAgent(strict, {
      lookup: (_host, _options, callback) =>
        callback(
          null,
          next().map((address) => ({ address, family: 4 })),
        ),
    });
    await expect(request(`https://rebound.example:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      reason: 'not_public',
    });
    expect(reached).toBe(0);
  });
});

describe('an address that is not plain public https is refused when it is set:', () => {
  test.each([
    ['a user name', 'https://user@93.184.216.34/', 'has_credentials'],
    ['a password', 'https://:secret@93.184.216.34/', 'has_credentials'],
    ['a public host as the user name', 'https://example.com@127.0.0.1/', 'has_credentials'],
    ['a public host as user name and password', 'https://example.com:443@127.0.0.1/', 'has_credentials'],
    ['a backslash before the host', 'https:\\\\127.0.0.1/', 'not_public'],
    ['no slashes', 'https:127.0.0.1', 'not_public'],
    ['line breaks inside', 'https://127.0\n.0.1/', 'not_public'],
    ['an IPv6 zone', 'https://[fe80::1%25lo]/', 'not_a_url'],
    ['too many parts', 'https://127.0.0.0.1/', 'not_a_url'],
    ['a number that is no address', 'https://4294967296/', 'not_a_url'],
    ['an empty host', 'https://./', 'no_host'],
    ['a file', 'file:///etc/passwd', 'not_https'],
    ['a script', 'javascript:alert(1)', 'not_https'],
    ['data', 'data:text/plain,x', 'not_https'],
    ['gopher', 'gopher://127.0.0.1:6379/_x', 'not_https'],
    ['a web socket', 'wss://93.184.216.34/', 'not_https'],
  ])('%s', async (_trick, url, reason) => {
    await expect(checkUrl(url, strict, async () => [])).rejects.toMatchObject({ reason });
  });
});

describe('an opened range', () => {
  test.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
  ])('never opens the metadata service %s', async (address) => {
    const wide = makeEgressPolicy('0.0.0.0/0,::/0');
    expect(wide.allows(address)).toBe(false);
    expect(wide.isOpened(address)).toBe(false);
  });

  test('applies to an IPv4-mapped address as to its IPv4 address', () => {
    const open = makeEgressPolicy('10.0.0.0/8');
    expect(open.allows('::ffff:10.0.0.1')).toBe(true);
    expect(open.allows('::ffff:11.0.0.1')).toBe(false);
  });
});

describe('an answer', () => {
  test('that redirects to an internal address is returned, not followed', async () => {
    const redirecting = createServer((_request, response) =>
      response.writeHead(301, { location: `http://127.0.0.1:${port}/latest/meta-data` }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const { port: redirectPort } = redirecting.address() as AddressInfo; // safe: listens on TCP
    const agent = openAgent(makeEgressPolicy('127.0.0.0/8'));
    const answer = await request(`http://127.0.0.1:${redirectPort}/`, { dispatcher: agent });
    await answer.body.dump();
    expect(answer.statusCode).toBe(301);
    expect(reached).toBe(0);
    redirecting.close();
  });
});
