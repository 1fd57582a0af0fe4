import { type EgressAgentOptions, makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { openFile } from '@parley/providers/http/open-file';
import { callProvider, ProviderSilent } from '@parley/providers/http/provider-request';
import { MISCHIEF, type Mischief, openHostileReceiver } from '@parley/testing/hostile/hostile-receiver';
import { type Dispatcher, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

/** Bytes that may have been read from a connection before it is ended: one system read. */
const ONE_READ_BYTES = 64 * 1024;

async function open(answer: Mischief) {
  const receiver = await openHostileReceiver(answer);
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

const fail = (looked: Promise<unknown>): Promise<unknown> =>
  looked.then(
    () => null,
    (error: unknown) => error,
  );

test.each(Object.entries(MISCHIEF))(
  'a provider that sends %s counts as silent within bounded time and bytes',
  async (_kind, { answer }) => {
    const receiver = await open(answer);
    const error = await fail(callProvider(receiver.url('/'), { method: 'GET', timeoutMs: 1500 }));
    expect(error).toBeInstanceOf(ProviderSilent);
    expect(error).toMatchObject({ notSent: false });
  },
);

test.each(Object.entries(MISCHIEF))('a file whose host sends %s ends', async (_kind, { answer, statusCode }) => {
  const receiver = await open(answer);
  const options = { timeoutMs: 1500, totalTimeoutMs: 1500 };
  const opened = await openFile(receiver.url('/'), options).catch(() => null);
  expect(opened === null).toBe(statusCode === null);
  if (opened === null) return;
  const read = async (): Promise<void> => {
    for await (const _part of opened.body);
  };
  expect(await fail(read())).toBeInstanceOf(Error);
});

test('an unread file ends at its deadline, without affecting anything else', async () => {
  const receiver = await open(MISCHIEF['a body that drips']?.answer ?? (() => {}));
  const opened = await openFile(receiver.url('/'), { timeoutMs: 1500, totalTimeoutMs: 100 });
  // safe: undici's bodies are streams
  const body = opened?.body as unknown as NodeJS.ReadableStream;
  await new Promise((resolve) => body.once('close', resolve));
});

/** An agent that may reach local receivers. */
function openAgent(options: EgressAgentOptions = {}) {
  const agent = makeEgressAgent(makeEgressPolicy('127.0.0.0/8'), options);
  onTestFinished(() => agent.destroy());
  return agent;
}

const get = async (dispatcher: Dispatcher, url: string): Promise<string> =>
  (await request(url, { dispatcher, headersTimeout: 3000, bodyTimeout: 3000 })).body.text();

test.each([
  ['100,000 headers', 'UND_ERR_HEADERS_OVERFLOW'],
  ['headers without an end', 'UND_ERR_HEADERS_OVERFLOW'],
  ['one header without an end', 'UND_ERR_HEADERS_OVERFLOW'],
  ['a status line without an end', 'UND_ERR_HEADERS_OVERFLOW'],
  ['empty lines without an end', 'UND_ERR_HEADERS_OVERFLOW'],
  ['early answers without an end', 'UND_ERR_HEADERS_OVERFLOW'],
])('%s are not parsed', async (kind, code) => {
  const receiver = await open(MISCHIEF[kind]?.answer ?? (() => {}));
  const error = await fail(get(openAgent(), receiver.url('/')));
  expect(error).toMatchObject({ code });
  // undici reports the bytes that a socket has read.
  if (error instanceof Error && 'socket' in error)
    expect((error.socket as { bytesRead: number }).bytesRead).toBeLessThanOrEqual(4 * ONE_READ_BYTES);
});

test('a normal server’s responses are read completely: early hints, many headers, a long body, one response after another', async () => {
  const body = 'x'.repeat(200_000);
  const head = `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n${Array.from({ length: 100 }, (_, n) => `x-${n}: ${'v'.repeat(80)}\r\n`).join('')}content-length: ${body.length}\r\n\r\n`;
  const receiver = await open((socket) => {
    const answer = (): void => void socket.write(head + body);
    socket.on('data', answer);
    answer();
  });
  const agent = openAgent({ maxSocketsPerHost: 1 });
  for (let n = 0; n < 5; n++) expect(await get(agent, receiver.url('/'))).toBe(body);
  expect(receiver.sockets().ever).toBe(1);
});

test.each([
  ['a head that comes byte by byte', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
  ['lines that end without a carriage return in between', 'HTTP/1.1 200 OK\r\nx-a: b\r\ncontent-length: 2\r\n\r\nok'],
])('%s is accepted as an answer', async (_what, text) => {
  const receiver = await open((socket) => {
    let at = 0;
    const next = (): void => {
      if (at < text.length && !socket.destroyed) socket.write(text.charAt(at++), () => setImmediate(next));
    };
    socket.setNoDelay(true);
    next();
  });
  expect(await get(openAgent(), receiver.url('/'))).toBe('ok');
});
