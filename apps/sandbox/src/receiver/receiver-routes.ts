import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountControls } from '../control/mount-controls.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { RECEIVER_CONTROLS, ReceiverName } from './receiver-controls.ts';
import type { ReceiverBehaviour } from './receivers.ts';

const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** `ALL /sandbox/receiver/{name}`: a customer's webhook endpoint that records its requests, byte for byte. */
export function receiverRoutes(app: FastifyInstance, state: SandboxState, now: () => number) {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    raw.all('/sandbox/receiver/:name', async (request, reply) => {
      const { name } = ReceiverName.parse(request.params);
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

/** The receivers' behaviours, and the requests that they received. */
export function receiverControlRoutes(app: FastifyInstance, { receivers }: SandboxState) {
  mountControls(app, RECEIVER_CONTROLS, {
    behave({ behaviours }, { name }) {
      receivers.behave(name, behaviours);
      return { name, behaviours };
    },
    received({ since, limit }, { name }) {
      const { received } = receivers.get(name);
      const requests = received.since(since, limit).map(({ seq, entry }) => ({ seq, ...entry }));
      return { count: requests.length, total: received.total(), next: requests.at(-1)?.seq ?? since, requests };
    },
    forget(_, { name }) {
      receivers.get(name).received.clear();
    },
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
