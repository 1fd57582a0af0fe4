import { at } from '@parley/common/at';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../http/provider-answer.ts';
import { graphError } from '../providers/graph/wire/graph-error.ts';
import { metaError, rateLimited } from '../providers/graph/wire/pages/meta-error.ts';
import { telegramError } from '../providers/telegram/wire/telegram-error.ts';
import { tiktokError } from '../providers/tiktok/wire/tiktok-answer.ts';
import type { Fault, FaultProvider } from './define-fault.ts';
import type { FaultList } from './fault-list.ts';

/** A provider's handler: reads the request, changes the state, returns the answer as a value. */
export type ProviderHandler = (
  request: FastifyRequest,
  fault: Fault | null,
) => ProviderAnswer | Promise<ProviderAnswer>;

/** Turns a provider's handler into a route that armed faults can affect. */
export function answerWithFaults(
  faults: FaultList,
  provider: FaultProvider | ((request: FastifyRequest) => FaultProvider),
  handler: ProviderHandler,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const fault =
      faults.size() === 0
        ? null
        : faults.take(subjectOf(typeof provider === 'string' ? provider : provider(request), request));
    if (fault && !fault.after_accept && (await disturb(fault, request, reply))) return reply;
    const answer = await handler(request, fault);
    if (fault?.after_accept && (await disturb(fault, request, reply))) return reply;
    if (answer.headers) reply.headers(answer.headers);
    return reply.code(answer.status).send(answer.body);
  };
}

function subjectOf(provider: FaultProvider, request: FastifyRequest) {
  const path = at(request.url.split('?', 1), 0);
  const methods = [request.method.toLowerCase()];
  if (provider === 'tg') methods.push(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  return { provider, methods, path, to: addressee(request.body) ?? addressee(request.query) };
}

function addressee(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const { to, recipient, chat_id } = fields as Record<string, unknown>; // safe: read-only look at unknown fields
  const address = to ?? idOf(recipient) ?? chat_id;
  return typeof address === 'string' || typeof address === 'number' ? String(address) : null;
}

/** fb and ig name the addressee in an object: a person, or the comment of a private reply. */
function idOf(recipient: unknown): unknown {
  if (typeof recipient !== 'object' || recipient === null) return recipient;
  const { id, comment_id } = recipient as Record<string, unknown>; // safe: read-only look at unknown fields
  return id ?? comment_id;
}

/** Applies the fault; returns false if the normal answer is still sent. */
async function disturb(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  switch (fault.mode) {
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
      return false;
    case 'fail_later':
      return false;
    case 'hang':
      reply.hijack(); // the socket stays open until the caller gives up or the sandbox closes
      return true;
    case 'reset':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return true;
    default:
      return answerBroken(fault, reply);
  }
}

function answerBroken(fault: Fault, reply: FastifyReply): boolean {
  if (fault.mode === 'html502') {
    const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
    reply.code(502).type('text/html').send(page);
  } else if (fault.mode === 'status') {
    reply.code(fault.status).headers(fault.headers).send(fault.body);
  } else {
    const answer = ownError(fault);
    if (answer.headers) reply.headers(answer.headers);
    reply.code(answer.status).send(answer.body);
  }
  return true;
}

function ownError(fault: Fault): ProviderAnswer {
  if (fault.mode === 'rate_limit') {
    if (fault.provider === 'wa') return graphError(130429);
    if (fault.provider === 'tt') return tiktokError(40100);
    if (fault.provider !== 'tg') return rateLimited('0', Math.ceil(fault.retry_after / 60));
    return telegramError(429, `Too Many Requests: retry after ${fault.retry_after}`, {
      retry_after: fault.retry_after,
    });
  }
  if (fault.mode !== 'error') return { status: 500, body: '' };
  if (fault.provider === 'tt') return tiktokError(fault.code, fault.description);
  if (fault.provider === 'tg')
    return telegramError(fault.code, fault.description ?? 'Internal Server Error', fault.parameters);
  if (fault.provider !== 'wa') {
    return metaError(fault.code, { subcode: fault.subcode, message: fault.description });
  }
  return graphError(fault.code, fault.description === undefined ? {} : { details: fault.description });
}
