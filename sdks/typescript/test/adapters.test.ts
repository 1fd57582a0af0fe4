import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { parleyWebhook as expressWebhook } from '../src/webhooks/express.ts';
import { parleyWebhook as fastifyWebhook } from '../src/webhooks/fastify.ts';
import type { WebhookHandlerOptions } from '../src/webhooks/handle-webhook.ts';
import { parleyWebhook as honoWebhook } from '../src/webhooks/hono.ts';
import { parleyWebhook as nextWebhook } from '../src/webhooks/next.ts';
import { SECRET, signEvent } from './sign-event.ts';

type Post = (body: string, headers: Record<string, string>) => Promise<number>;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<Post> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return async (body, headers) =>
    (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers })).status;
}

const ADAPTERS: Record<string, (options: WebhookHandlerOptions) => Promise<Post>> = {
  express: (options) => listen(createServer(express().post('/hook', expressWebhook(options)))),
  'express with express.raw()': (options) =>
    listen(createServer(express().post('/hook', express.raw({ type: '*/*' }), expressWebhook(options)))),
  fastify: async (options) => {
    const app = fastify();
    await app.register(fastifyWebhook({ path: '/hook', ...options }));
    closers.push(() => app.close());
    return async (payload, headers) =>
      (await app.inject({ method: 'POST', url: '/hook', payload, headers })).statusCode;
  },
  hono: async (options) => {
    const app = new Hono().post('/hook', honoWebhook(options));
    return async (body, headers) => (await app.request('/hook', { method: 'POST', body, headers })).status;
  },
  next: async (options) => {
    const handle = nextWebhook(options);
    return async (body, headers) =>
      (await handle(new Request('http://localhost/hook', { method: 'POST', body, headers }))).status;
  },
};

const BODY = '{"id":"evt_1",  "event":"message.received","data":{"text":"مرحبا"}}';

describe.each(Object.entries(ADAPTERS))('the webhook of %s', (_, start) => {
  test('passes a signed event to the handler, and responds to a forged one with 401', async () => {
    const events: unknown[] = [];
    const post = await start({ secret: SECRET, onEvent: (event) => void events.push(event) });
    expect(await post(BODY, signEvent(BODY, [SECRET], new Date()))).toBe(204);
    expect(await post(`${BODY} `, signEvent(BODY, [SECRET], new Date()))).toBe(401);
    expect(events).toEqual([JSON.parse(BODY)]);
  });

  test('responds with 500 when the handler fails, so that Parley posts the event again', async () => {
    const errors: unknown[] = [];
    const failure = new Error('no database');
    const onEvent = () => Promise.reject(failure);
    const post = await start({ secret: SECRET, onEvent, onError: (error) => errors.push(error) });
    expect(await post(BODY, signEvent(BODY, [SECRET], new Date()))).toBe(500);
    expect(errors).toEqual([failure]);
  });

  test('refuses a body above its limit', async () => {
    const post = await start({ secret: SECRET, onEvent: () => {}, maxBytes: 20 });
    expect(await post(BODY, signEvent(BODY, [SECRET], new Date()))).toBe(413);
  });
});

test('the Express webhook reports a body that was parsed before it', async () => {
  const problems: string[] = [];
  const app = express()
    .use(express.json())
    .post('/hook', expressWebhook({ secret: SECRET, onEvent: () => {} }));
  app.use((error: Error, _request: unknown, response: { sendStatus(status: number): void }, _next: unknown) => {
    problems.push(error.message);
    response.sendStatus(500);
  });
  const post = await listen(createServer(app));
  expect(await post(BODY, signEvent(BODY, [SECRET], new Date()))).toBe(500);
  expect(problems).toEqual([expect.stringContaining('express.json()')]);
});

describe('a body of 64 MB', () => {
  const MAX_BYTES = 100_000;
  /** A sender's and a receiver's buffers hold this much beyond the limit. */
  const BUFFERED = 4_000_000;
  const options = { secret: SECRET, onEvent: () => {}, maxBytes: MAX_BYTES };
  const headers = signEvent(BODY, [SECRET], new Date());
  const chunk = Buffer.alloc(65_536, 32);
  const CHUNKS = 1000;

  function* countedChunks(sent: { bytes: number }): Generator<Buffer> {
    for (let n = 0; n < CHUNKS; n++) {
      sent.bytes += chunk.length;
      yield chunk;
    }
  }

  // safe: the library's types lack `duplex`, which a stream as the body requires
  const makeRequest = (body: ReadableStream, given: Record<string, string>) =>
    new Request('http://localhost/hook', { method: 'POST', body, headers: given, duplex: 'half' } as RequestInit);

  const FETCH_ADAPTERS: Record<string, (request: Request) => Promise<Response>> = {
    next: nextWebhook(options),
    hono: async (request) => new Hono().post('/hook', honoWebhook(options)).fetch(request),
  };

  test.each(Object.entries(FETCH_ADAPTERS))('is read by %s to the limit, then cancelled', async (_, handle) => {
    const sent = { bytes: 0 };
    let isCancelled = false;
    const chunks = countedChunks(sent);
    const body = new ReadableStream({
      pull(controller) {
        const next = chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel() {
        isCancelled = true;
      },
    });
    const response = await handle(makeRequest(body, headers));
    expect(response.status).toBe(413);
    expect(sent.bytes).toBeLessThanOrEqual(MAX_BYTES + 2 * chunk.length);
    expect(isCancelled).toBe(true);
  });

  test.each(Object.entries(FETCH_ADAPTERS))('is not read by %s when its length is given', async (_, handle) => {
    let pulls = 0;
    const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
    const long = { ...headers, 'content-length': String(MAX_BYTES + 1) };
    expect((await handle(makeRequest(body, long))).status).toBe(413);
    expect(pulls).toBe(0);
  });

  /** Posts the chunks to a server; returns the status and the bytes that the server took from the connection. */
  async function postChunks(server: Server): Promise<{ status: number | undefined; bytesRead: number }> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const closed = new Promise<number>((resolve) =>
      server.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesRead))),
    );
    const sent = { bytes: 0 };
    const outgoing = request({ port, host: '127.0.0.1', path: '/hook', method: 'POST', headers });
    const answered = new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
    // The server closes a connection whose body it does not want.
    outgoing.on('error', () => {});
    const chunks = countedChunks(sent);
    const write = (): void => {
      for (let next = chunks.next(); !next.done; next = chunks.next())
        if (!outgoing.write(next.value)) return void outgoing.once('drain', write);
      outgoing.end();
    };
    write();
    const { statusCode: status } = await answered;
    const bytesRead = await closed;
    outgoing.destroy();
    return { status, bytesRead };
  }

  const openFastify = async () => {
    const app = fastify();
    await app.register(fastifyWebhook({ path: '/hook', ...options }));
    await app.ready();
    return app.server;
  };
  test.each<[string, () => Server | Promise<Server>]>([
    ['express', () => createServer(express().post('/hook', expressWebhook(options)))],
    ['fastify', openFastify],
  ])('is read by %s to the limit, and the connection closed', async (_, open) => {
    const { status, bytesRead } = await postChunks(await open());
    expect(status).toBe(413);
    expect(bytesRead).toBeLessThanOrEqual(MAX_BYTES + BUFFERED);
  });
});
