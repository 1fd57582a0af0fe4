import { createServer, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { makeEgressConnector } from '@parley/providers/egress/egress-connector';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { AnswerLate } from '@parley/providers/http/exchange';
import { PostPool, postTargetOf } from '@parley/providers/post/post-pool';
import { MISCHIEF, type Mischief, openHostileReceiver } from '@parley/testing/hostile/hostile-receiver';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, onTestFinished, test } from 'vitest';

const MAX_BYTES = 16 * 1024;
const LIMITS = { timeoutMs: 5000, maxBytes: MAX_BYTES };
const CONTENT = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"text":"héllo"}') };

function openPool(maxSocketsPerHost = 4, allow = '127.0.0.0/8'): PostPool {
  const pool = new PostPool(makeEgressConnector(makeEgressPolicy(allow)), { maxSocketsPerHost });
  onTestFinished(() => pool.destroy());
  return pool;
}

async function openServer(listener: RequestListener, options: ServerOptions = {}) {
  const server = createServer(options, listener);
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // safe: listens on TCP
  return { url: (path: string) => `http://127.0.0.1:${port}${path}`, connections: () => connections };
}

async function openHostile(answer: Mischief) {
  const receiver = await openHostileReceiver(answer);
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

const post = (pool: PostPool, url: string, limits = LIMITS) => pool.send(postTargetOf(url), CONTENT, limits);

test('sends path, query, host, headers and body, over one connection for one request after another', async () => {
  const seen: unknown[] = [];
  const server = await openServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers, text]);
      response.writeHead(202, { 'retry-after': '7' }).end('ok');
    });
  });
  const pool = openPool();
  const url = server.url('/a%20b?c=d');
  for (let n = 0; n < 3; n++) {
    const { statusCode, headers, body } = await post(pool, url);
    expect([statusCode, headers.get('retry-after'), body.toString()]).toEqual([202, '7', 'ok']);
  }
  const expected = {
    host: new URL(url).host,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': '17',
  };
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['POST', '/a%20b?c=d', expected, '{"text":"héllo"}']));
  expect(server.connections()).toBe(1);
});

test('opens no more connections to one host than allowed, and one post at a time on each', async () => {
  let open = 0;
  let most = 0;
  const server = await openServer((_request, response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.end();
    });
  });
  const pool = openPool(3);
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(pool, server.url('/'))));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(most).toBeLessThanOrEqual(3);
  expect(server.connections()).toBeLessThanOrEqual(3);
  expect(pool.openCount).toBeLessThanOrEqual(3);
});

test('a post that waits for a connection ends at its own deadline and is never sent', async () => {
  const paths: unknown[] = [];
  const server = await openServer((request, response) => {
    paths.push(request.url);
    if (request.url === '/third') response.end();
  });
  const pool = openPool(1);
  const first = post(pool, server.url('/first'), { ...LIMITS, timeoutMs: 400 });
  const second = post(pool, server.url('/second'), { ...LIMITS, timeoutMs: 100 });
  await expect(second).rejects.toBeInstanceOf(AnswerLate);
  await expect(first).rejects.toBeInstanceOf(AnswerLate);
  expect((await post(pool, server.url('/third'))).statusCode).toBe(200);
  expect(paths).toEqual(['/first', '/third']);
});

test('an answer that comes after the deadline is not taken for the answer to the next post', async () => {
  const late: ServerResponse[] = [];
  const server = await openServer((request, response) => {
    if (request.url === '/late') late.push(response);
    else response.end();
  });
  const pool = openPool(1);
  await expect(post(pool, server.url('/late'), { ...LIMITS, timeoutMs: 200 })).rejects.toBeInstanceOf(AnswerLate);
  for (const response of late) response.writeHead(500).end();
  for (let n = 0; n < 5; n++) expect((await post(pool, server.url('/next'))).statusCode).toBe(200);
});

test('unrequested bytes end their connection and are no response to any post', async () => {
  const sockets: Socket[] = [];
  const receiver = await openHostile((socket) => {
    sockets.push(socket);
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const pool = openPool(1);
  for (let n = 1; n <= 3; n++) {
    expect((await post(pool, receiver.url('/'))).statusCode).toBe(200);
    sockets.at(-1)?.write('HTTP/1.1 500 Unasked\r\ncontent-length: 0\r\n\r\n');
    await pollUntil(() => (pool.openCount === 0 ? true : null), { what: () => 'the connection to end' });
    expect(receiver.sockets().ever).toBe(n);
  }
});

test('a server that closes after each answer without announcing it gets every post on a new connection', async () => {
  const receiver = await openHostile((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  const pool = openPool(1);
  for (let n = 0; n < 20; n++) expect((await post(pool, receiver.url('/'))).statusCode).toBe(200);
  expect(receiver.sockets().ever).toBe(20);
});

test('an answer before the request was read counts, and its connection is not used again', async () => {
  const receiver = await openHostile((socket) => {
    socket.pause();
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
  });
  const pool = openPool(1);
  const body = Buffer.alloc(32 * 1024 * 1024, 'x');
  const { statusCode } = await pool.send(postTargetOf(receiver.url('/')), { headers: {}, body }, LIMITS);
  expect(statusCode).toBe(413);
  expect(pool.openCount).toBe(0);
});

test('an idle connection that the server announced to close is not used again', async () => {
  // Node announces `timeout=1`, which is within the safety margin.
  const server = await openServer((_request, response) => response.end(), { keepAliveTimeout: 1000 });
  const pool = openPool(1);
  for (let n = 0; n < 3; n++) expect((await post(pool, server.url('/'))).statusCode).toBe(200);
  expect(server.connections()).toBe(3);
});

test.each(Object.entries(MISCHIEF))(
  'a receiver that sends %s ends its post in bounded time and bytes',
  async (_kind, { answer, statusCode }) => {
    const receiver = await openHostile(answer);
    const pool = openPool();
    const outcome = await post(pool, receiver.url('/'), { ...LIMITS, timeoutMs: 1500 }).catch(
      (error: unknown) => error,
    );
    if (statusCode === null) expect(outcome).toBeInstanceOf(Error);
    else expect(outcome).toMatchObject({ statusCode });
    if (statusCode !== null && typeof outcome === 'object' && outcome !== null && 'body' in outcome)
      expect((outcome.body as Buffer).length).toBeLessThanOrEqual(MAX_BYTES);
    expect(pool.openCount).toBe(0);
  },
);

test('a host that refuses connections fails each of its posts', async () => {
  const server = await openHostileReceiver(() => {});
  const url = server.url('/');
  await server[Symbol.asyncDispose]();
  const pool = openPool(2);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => post(pool, url)));
  for (const result of results) expect(result).toMatchObject({ reason: { code: 'ECONNREFUSED' } });
});

test('a host that the egress rules forbid is never reached', async () => {
  const server = await openServer((_request, response) => response.end());
  const pool = openPool(2, '');
  const results = await Promise.allSettled(Array.from({ length: 3 }, () => post(pool, server.url('/'))));
  for (const result of results) expect(result).toMatchObject({ reason: { reason: 'not_public' } });
  expect(server.connections()).toBe(0);
});

test('a header value cannot begin another header', async () => {
  const pool = openPool();
  const content = { headers: { 'x-a': 'b\r\nx-c: d' }, body: Buffer.alloc(0) };
  await expect(pool.send(postTargetOf('http://127.0.0.1:9/'), content, LIMITS)).rejects.toThrow('x-a');
});

test('closing ends posts that wait and posts in flight', async () => {
  const server = await openServer(() => {});
  const pool = openPool(1);
  const results = Promise.allSettled([post(pool, server.url('/')), post(pool, server.url('/'))]);
  await pollUntil(() => (server.connections() === 1 ? true : null), { what: () => 'a connection' });
  pool.destroy();
  for (const result of await results)
    expect(result).toMatchObject({ reason: { message: 'the connections were closed' } });
});
