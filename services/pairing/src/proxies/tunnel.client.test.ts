import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeCertificate } from '@parley/sandbox/certificate/make-certificate';
import { openDnsServer } from '@parley/testing/servers/dns-server';
import { openProxyServer, type ProxyServer } from '@parley/testing/servers/proxy-server';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readProxy } from './proxy.rules.ts';
import { ProxyFailed } from './proxy-answer.client.ts';
import { openTunnel, type TunnelOptions } from './tunnel.client.ts';

const LOGIN = { username: 'shop', password: 'p@ss:word' };
const USER = 'shop:p%40ss%3Aword@';
/** A name that only the proxy knows. */
const NAME = 'web.example';
const PROTOCOLS = ['http', 'socks5'] as const;

let proxy: ProxyServer;
let echo: Server;
let echoPort: number;
let echoed = 0;
const openedEgress = openEgress({ PARLEY_EGRESS_ALLOW: '127.0.0.0/8', PARLEY_DNS_SERVERS: undefined });

beforeAll(async () => {
  proxy = await openProxyServer({ login: LOGIN, names: { [NAME]: '127.0.0.1' } });
  echo = createServer((socket) => {
    echoed++;
    socket.on('error', () => {}).pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  // safe: it listens on a port
  echoPort = (echo.address() as AddressInfo).port;
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await openedEgress.close();
  echo.close();
});
beforeEach(() => {
  proxy.mode = 'serves';
  echoed = 0;
});

const open = (address: string, given: Partial<TunnelOptions> = {}, egress = openedEgress) =>
  openTunnel(egress, {
    proxy: readProxy(address),
    target: { host: NAME, port: echoPort },
    isEncrypted: false,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...given,
  });
const at = (protocol: string, user = USER): string => `${protocol}://${user}127.0.0.1:${proxy.port}`;

/** The refusal of a tunnel; nothing may reach the target. */
async function refusal(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProxyFailed);
  expect(echoed).toBe(0);
  const text = error instanceof Error ? `${error.message}${String(error.cause ?? '')}` : '';
  expect(text).not.toContain('p@ss');
  expect(text).not.toContain('p%40ss');
  return text;
}

test.each(PROTOCOLS)('a tunnel by %s leads to the target, whose name the proxy resolves', async (protocol) => {
  const socket = await open(at(protocol));
  socket.write('hello');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toBe('hello');
  expect(proxy.tunnels.at(-1)).toEqual({ protocol, target: `${NAME}:${echoPort}`, isOpened: true });
  socket.destroy();
});

test.each(PROTOCOLS)('an address is passed on by %s as it is', async (protocol) => {
  const socket = await open(at(protocol), { target: { host: '127.0.0.1', port: echoPort } });
  expect(proxy.tunnels.at(-1)).toMatchObject({ target: `127.0.0.1:${echoPort}` });
  socket.destroy();
});

test.each(PROTOCOLS)('a wrong password, or none, is refused by %s', async (protocol) => {
  expect(await refusal(open(at(protocol, 'shop:wrong@')))).toMatch(/refused its user name or password/);
  expect(await refusal(open(at(protocol, '')))).toMatch(/user name (or|and) password/);
});

test.each(PROTOCOLS)('a refusal by %s is reported', async (protocol) => {
  proxy.mode = 'refuses';
  expect(await refusal(open(at(protocol)))).toMatch(/answered 403|not allowed by its rules/);
});

test.each(PROTOCOLS)('a proxy that hangs or is away is given up by %s', async (protocol) => {
  proxy.mode = 'hangs';
  expect(await refusal(open(at(protocol), { timeoutMs: 50 }))).toBe('The proxy did not answer in time.');
  const ended = new AbortController();
  const opening = open(at(protocol), { signal: ended.signal });
  ended.abort();
  await refusal(opening);
  expect(await refusal(open(`${protocol}://${USER}127.0.0.1:1`))).toContain('ECONNREFUSED');
});

test('a server that is no proxy is reported, whatever it answers', async () => {
  const answers = ['SSH-2.0-OpenSSH\r\n\r\n', 'HTTP/1.1 302 Found\r\n\r\n', 'x'.repeat(20_000), '\u0005\u0009', ''];
  for (const answer of answers) {
    const server = createServer((socket) => void socket.on('error', () => {}).end(answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // safe: it listens on a port
    const { port } = server.address() as AddressInfo;
    for (const protocol of PROTOCOLS) await refusal(open(`${protocol}://${USER}127.0.0.1:${port}`));
    server.close();
  }
});

/** A server of TLS in front of a port; its certificate is valid for this name. */
async function openTls(name: string, to: number) {
  const certificate = makeCertificate([name], Date.now());
  const server = createTlsServer(certificate, (socket) => {
    const inner = connect(to, '127.0.0.1');
    const end = (): void => {
      socket.destroy();
      inner.destroy();
    };
    for (const one of [socket, inner]) one.on('error', () => {}).once('close', end);
    socket.pipe(inner).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // safe: it listens on a port
  return { ca: certificate.ca, port: (server.address() as AddressInfo).port };
}

test('a target that proves its name over TLS is reached, any other is not', async () => {
  const { ca, port } = await openTls(NAME, echoPort);
  const target = { host: NAME, port };
  for (const protocol of PROTOCOLS) {
    const socket = await open(at(protocol), { target, isEncrypted: true, ca });
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).toBe('hello');
    socket.destroy();
  }
  echoed = 0;
  const { ca: other } = await openTls(NAME, echoPort);
  for (const given of [{}, { ca: other }, { ca, target: { host: '127.0.0.1', port } }])
    await refusal(open(at('http'), { target, isEncrypted: true, ...given }));
});

test('a proxy of https gets the password only after it has proved its name', async () => {
  const { ca, port } = await openTls('localhost', proxy.port);
  const address = `https://${USER}localhost:${port}`;
  const before = proxy.tunnels.length;
  await refusal(open(address));
  expect(proxy.tunnels).toHaveLength(before);
  const socket = await open(address, { ca });
  socket.write('hello');
  expect(String((await once(socket, 'data'))[0])).toBe('hello');
  socket.destroy();
});

test('a proxy on a private address is refused, by address and by name', async () => {
  const dns = await openDnsServer();
  dns.answer('proxy.example', { addresses: ['127.0.0.1'] });
  const egress = openEgress({ PARLEY_EGRESS_ALLOW: undefined, PARLEY_DNS_SERVERS: dns.address });
  const before = proxy.tunnels.length;
  for (const host of ['127.0.0.1', 'proxy.example'])
    expect(await refusal(open(`http://${USER}${host}:${proxy.port}`, {}, egress))).toContain('not public');
  expect(proxy.tunnels).toHaveLength(before);
  await egress.close();
  await dns[Symbol.asyncDispose]();
});
