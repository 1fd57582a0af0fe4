import { isUtf8 } from 'node:buffer';
import type { BusClient } from '@parley/bus/bus-client';
import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answers/send-answer.ts';
import type { RequestMetrics } from '../count-requests.ts';
import { type BodyBounds, readBody } from '../input/read-body.ts';
import type { UnverifiedBodies, UnverifiedBody } from '../input/unverified-bodies.ts';
import { addOwnerRemovalRoutes } from './owner-removal-routes.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  metrics: Pick<RequestMetrics, 'signatureFailure'>;
  unverified: UnverifiedBodies;
  publicUrl: string;
}

type Provider = 'meta' | 'telegram' | 'tiktok';

/** Meta's largest webhook is 3 MB, which fits the bus (8 MB) as JSON text whatever it holds. */
const CALLBACK_MAX_BYTES = 4 * 1024 * 1024;
/** Limits of the contract's fields; a provider sends no longer values. */
const SIGNATURE_MAX = 512;
const BOT_ID = /^\d{1,32}$/;
const VERIFY_MAX = { mode: 100, token: 500, challenge: 500 };

const SIGNATURE_HEADER: Readonly<Record<Provider, string>> = {
  meta: 'x-hub-signature-256',
  telegram: 'x-telegram-bot-api-secret-token',
  tiktok: 'tiktok-signature',
};

/**
 * The format of each provider's signature. The gateway has no secret to verify it, but refuses a value of another
 * format before the body is read.
 */
const SIGNATURE: Readonly<Record<Provider, RegExp>> = {
  meta: /^sha256=[0-9a-f]{64}$/i,
  telegram: /^[\w-]{1,256}$/,
  tiktok: /^(?=.*\bt=\d{1,15}\b)(?=.*\bs=[0-9a-f]{64}\b)[\w=,\s-]{1,512}$/i,
};

function signatureOf(request: FastifyRequest, provider: Provider): string {
  const given = request.headers[SIGNATURE_HEADER[provider]];
  if (typeof given === 'string' && given.length <= SIGNATURE_MAX && SIGNATURE[provider].test(given)) return given;
  throw new AppError('invalid_signature');
}

type Admitted = UnverifiedBody & BodyBounds;

/** A body that is read within the limits for unverified ones, and abandoned when it is dropped for others. */
function admit({ unverified }: Deps, { clientAddress }: FastifyRequest): Admitted {
  let giveUp: (error: AppError) => void = () => {};
  const body = unverified.enter(clientAddress, (error) => giveUp(error));
  return {
    ...body,
    onBegin(given) {
      giveUp = given;
    },
  };
}

/** Reads the body within the limits for unverified bodies, and sends it to services/inbound. */
async function forward(
  { bus }: Deps,
  request: FastifyRequest,
  body: Admitted,
  given: { provider: Provider; account: string | null; signature: string },
): Promise<void> {
  const raw = await readBody(request.raw, CALLBACK_MAX_BYTES, body);
  // The signature covers bytes: it cannot be checked on text that does not encode to the same bytes.
  if (!isUtf8(raw)) throw new AppError('invalid_json', { message: 'The body is not valid UTF-8.' });
  await body.turn();
  await bus.call(receiveCallback, { ...given, raw: raw.toString('utf8') }, { requestId: request.id });
}

/**
 * Sends the exact body to services/inbound, and answers only when everything in it is committed
 * (docs/reference/webhook-delivery.md#promise).
 */
async function receive(deps: Deps, request: FastifyRequest, provider: Provider, account: string | null): Promise<void> {
  let body: Admitted | null = null;
  try {
    const signature = signatureOf(request, provider);
    body = admit(deps, request);
    await forward(deps, request, body, { provider, account, signature });
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_signature') {
      body?.failed();
      deps.metrics.signatureFailure(provider);
    }
    if (error instanceof AppError && error.code === 'payload_too_large')
      request.logger.warn(
        'callback.oversized',
        { provider },
        'A provider callback was too large: nothing of it is stored.',
      );
    throw error;
  } finally {
    body?.release();
  }
}

function makeVerifyMeta({ bus }: Deps): Handle {
  return async (request, reply) => {
    const query = request.query as Record<string, unknown>; // safe: parsed query
    const textOf = (name: keyof typeof VERIFY_MAX, parameter: string): string => {
      const value = query[parameter];
      if (typeof value !== 'string' || value.length > VERIFY_MAX[name]) throw new AppError('invalid_verify_token');
      return value;
    };
    const input = {
      provider: 'meta' as const,
      mode: textOf('mode', 'hub.mode'),
      token: textOf('token', 'hub.verify_token'),
      challenge: textOf('challenge', 'hub.challenge'),
    };
    const { challenge } = await bus.call(verifySubscription, input, { requestId: request.id });
    return reply.header('content-type', 'text/plain; charset=utf-8').send(challenge);
  };
}

/**
 * The URLs that providers call (docs/reference/installation.md#provider-callbacks). An unavailable service is 503, and
 * providers retry.
 */
export function addHookRoutes(app: FastifyInstance, deps: Deps): void {
  const meta: Handle = async (request, reply) => {
    await receive(deps, request, 'meta', null);
    return sendJson(reply, 200, { ok: true });
  };
  addOwnerRemovalRoutes(app, deps);
  routeMethods(app, '/hooks/meta', { GET: makeVerifyMeta(deps), POST: meta }, { operation: 'hooks/meta' });

  const telegram: Handle = async (request, reply) => {
    const { bot = '' } = request.params as { bot?: string }; // safe: the route has this parameter
    if (!BOT_ID.test(bot)) {
      deps.metrics.signatureFailure('telegram');
      throw new AppError('invalid_signature');
    }
    await receive(deps, request, 'telegram', bot);
    // Telegram would execute a body as a method call of the bot.
    return reply.code(200).send();
  };
  routeMethods(app, '/hooks/telegram/:bot', { POST: telegram }, { operation: 'hooks/telegram' });

  const tiktok: Handle = async (request, reply) => {
    await receive(deps, request, 'tiktok', null);
    return sendJson(reply, 200, { ok: true });
  };
  routeMethods(app, '/hooks/tiktok', { POST: tiktok }, { operation: 'hooks/tiktok' });
}
