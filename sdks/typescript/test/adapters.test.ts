import { createServer, type Server } from 'node:http';
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
  test('passes a signed event to the handler, and answers a forged one with 401', async () => {
    const events: unknown[] = [];
    const post = await start({ secret: SECRET, onEvent: (event) => void events.push(event) });
    expect(await post(BODY, signEvent(BODY, [SECRET], new Date()))).toBe(204);
    expect(await post(`${BODY} `, signEvent(BODY, [SECRET], new Date()))).toBe(401);
    expect(events).toEqual([JSON.parse(BODY)]);
  });

  test('answers 500 when the handler fails, so that Parley posts the event again', async () => {
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
