import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '@parley/sandbox/certificate/make-certificate';
import { startProgram } from '@parley/testing/programs/start-program';
import { expect, onTestFinished, test } from 'vitest';

/** A receiver whose certificate is valid for localhost alone. */
async function openReceiver() {
  const certificate = makeCertificate(['localhost'], Date.now());
  let connections = 0;
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.writeHead(202).end());
  });
  server.on('secureConnection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // safe: listens on TCP
  return { ca: certificate.ca, port, connections: () => connections };
}

/** Posts from a process that trusts this authority: Node reads it at the start alone. */
async function post(url: string, ca: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-ca-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'ca.pem'), ca);
  const env = { ...process.env, POST_TO: url, NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem') };
  const program = startProgram(new URL('./post-over-tls-program.ts', import.meta.url), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!program.stdout) throw new Error('The program has no output.');
  return (await text(program.stdout)).trim();
}

test('posts over TLS, over one connection for one request after another', async () => {
  const receiver = await openReceiver();
  expect(await post(`https://localhost:${receiver.port}/hook`, receiver.ca)).toBe('202 202');
  expect(receiver.connections()).toBe(1);
});

test.each([
  ['of another authority with the same name', 'localhost', false, 'CERT_SIGNATURE_FAILURE'],
  ['of another host', '127.0.0.1', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('refuses a certificate %s, and sends nothing', async (_, host, isTrusted, code) => {
  const receiver = await openReceiver();
  const other = makeCertificate(['localhost'], Date.now());
  expect(await post(`https://${host}:${receiver.port}/hook`, isTrusted ? receiver.ca : other.ca)).toBe(code);
});
