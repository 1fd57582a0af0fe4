import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxState } from '../state/sandbox-state.ts';
import { ReceiverBehaviour } from './receivers.ts';

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const Name = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/) });

/** `ALL /sandbox/receiver/{name}`: a customer's webhook endpoint that records its requests, byte for byte. */
export function receiverRoutes(app: FastifyInstance, state: SandboxState, now: () => number) {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    raw.all('/sandbox/receiver/:name', async (request, reply) => {
      const { name } = Name.parse(request.params);
      state.receivers.get(name).received.push({
        at: new Date(now()).toISOString(),
        method: request.method,
        url: request.url,
        headers: request.headers,
        ...encodeBody(request.body),
      });
      const behaviour = state.receivers.next(name);
      if (!behaviour) return reply.code(200).send({ ok: true });
      return behave(behaviour, request, reply);
    });
  });
}

/** `/sandbox/receivers/{name}` sets the behaviours, `/sandbox/received/{name}` lists the requests. */
export function receiverControlRoutes(app: FastifyInstance, state: SandboxState) {
  const Behaviours = z.object({ behaviours: z.array(ReceiverBehaviour).max(1000) });
  app.put('/sandbox/receivers/:name', async (request) => {
    const { name } = Name.parse(request.params);
    const { behaviours } = Behaviours.parse(request.body);
    state.receivers.behave(name, behaviours);
    return { ok: true, name, behaviours };
  });

  const Page = z.object({
    since: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
  });
  app.get('/sandbox/received/:name', async (request) => {
    const { name } = Name.parse(request.params);
    const { since, limit } = Page.parse(request.query);
    const { received } = state.receivers.get(name);
    const found = received.since(since, limit).map(({ seq, entry }) => ({ seq, ...entry }));
    return {
      ok: true,
      count: found.length,
      total: received.total(),
      next: found.at(-1)?.seq ?? since,
      requests: found,
    };
  });

  app.delete('/sandbox/received/:name', async (request) => {
    state.receivers.get(Name.parse(request.params).name).received.clear();
    return { ok: true };
  });
}

function encodeBody(body: unknown): { body: string; body_encoding: 'utf8' | 'base64' } {
  if (!Buffer.isBuffer(body)) return { body: '', body_encoding: 'utf8' };
  const encoding = isUtf8(body) ? 'utf8' : 'base64';
  return { body: body.toString(encoding), body_encoding: encoding };
}

async function behave(behaviour: ReceiverBehaviour, request: FastifyRequest, reply: FastifyReply) {
  if (behaviour.delay_ms > 0) await pause(behaviour.delay_ms, undefined, { ref: false });
  switch (behaviour.mode) {
    case 'status':
      return reply.code(behaviour.status).headers(behaviour.headers).send(behaviour.body);
    case 'redirect':
      return reply.code(behaviour.status).header('location', behaviour.location).send('');
    case 'hang':
      return reply.hijack();
    case 'reset':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case 'drip':
      reply.hijack();
      drip(reply.raw, behaviour.interval_ms);
      return reply;
    case 'big_body':
      return reply.type('application/octet-stream').send(Readable.from(bigBody(behaviour.bytes)));
  }
}

function drip(response: ServerResponse, intervalMs: number) {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('.'), intervalMs);
  timer.unref();
  response.on('close', () => clearInterval(timer));
}

function* bigBody(bytes: number) {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}
