import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import { type BrowserStep, finishConnectLink, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendBrowserError, sendPage } from '../answers/send-page.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';
import { type Handle, routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  /** Keeps links and states from being guessed at speed, like keys (contract §3). */
  failures: FailureLimit;
}

const TOKEN = /^[\w-]{20,200}$/;
const PROVIDER = /^(meta|tiktok)$/;
/** Bounds of the contract's fields; what is longer did not come from a dialog. */
const MAX = { state: 500, code: 4000, error: 500, error_reason: 500 };

const UNKNOWN: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is not known here. Ask for a new one where you got it from.',
  },
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** One value of the query; undefined where it is given twice, or too long. */
function textOf(query: Record<string, unknown>, name: string, max: number): string | null | undefined {
  const value = query[name];
  if (value === undefined || value === '') return null;
  return typeof value === 'string' && value.length <= max ? value : undefined;
}

function answersOf(request: FastifyRequest) {
  const { provider = '' } = request.params as { provider?: string }; // safe: the route has this parameter
  const query = request.query as Record<string, unknown>; // safe: parsed query
  const state = textOf(query, 'state', MAX.state);
  // TikTok has called it both ways.
  const code = textOf(query, query.code === undefined ? 'auth_code' : 'code', MAX.code);
  const error = textOf(query, 'error', MAX.error);
  const error_reason = textOf(query, 'error_reason', MAX.error_reason);
  if (!PROVIDER.test(provider) || !state || code === undefined || error === undefined || error_reason === undefined)
    return null;
  return { provider: provider as 'meta' | 'tiktok', state, code, error, error_reason }; // safe: tested
}

function follow(reply: FastifyReply, step: BrowserStep): FastifyReply {
  reply.header('x-robots-tag', 'noindex');
  if ('location' in step) return reply.code(302).header('location', step.location).send();
  return sendPage(reply, step.page);
}

/** Addresses that an end customer's browser opens to connect a channel (contract §5). They answer pages, never JSON. */
export function addConnectRoutes(app: FastifyInstance, { bus, failures }: Deps): void {
  /** Asks for the next step with a secret of the address; one that nobody knows counts as a failure of its sender. */
  const step =
    (find: (request: FastifyRequest) => { secret: string; ask: () => Promise<BrowserStep> } | null): Handle =>
    async (request, reply) => {
      try {
        const found = find(request);
        const secretHash = hashOf(found?.secret ?? '');
        failures.admit(request.ip, secretHash);
        const next = found ? await found.ask() : UNKNOWN;
        if ('page' in next && next.page.status === 404) failures.failed(request.ip, secretHash);
        else failures.succeeded(secretHash);
        return follow(reply, next);
      } catch (error) {
        return sendBrowserError(reply, error);
      }
    };

  const finish = step((request) => {
    const answers = answersOf(request);
    if (!answers) return null;
    return { secret: answers.state, ask: () => bus.call(finishConnectLink, answers, { request_id: request.id }) };
  });
  routeMethods(app, '/connect/callback/:provider', { GET: finish }, { operation: 'connect/callback' });

  const open = step((request) => {
    const { token = '' } = request.params as { token?: string }; // safe: the route has this parameter
    if (!TOKEN.test(token)) return null;
    return { secret: token, ask: () => bus.call(openConnectLink, { token }, { request_id: request.id }) };
  });
  routeMethods(app, '/connect/:token', { GET: open }, { operation: 'connect' });
}
