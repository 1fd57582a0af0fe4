import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import {
  type BrowserStep,
  beginConnectVisit,
  type ConnectPage,
  finishConnectLink,
  openConnectLink,
} from '@parley/common/contracts/internal/connect-link';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendBrowserError, sendPage } from '../answers/send-page.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import { isProof, makeBrowserSecret, proofOf } from '../connect-page/browser-secret.ts';
import { CONNECT_PAGE_POLICY, renderConnectPage } from '../connect-page/render-connect-page.ts';
import { chooseLanguage } from '../pair-page/choose-language.ts';
import { type LimitVisits, makeLimitVisits } from '../rate-limit/limit-visits.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  /**
   * Slows down the guessing of links and states, like that of keys (docs/reference/requests.md#failed-authentications).
   */
  failures: FailureLimit;
  cookie: BrowserCookie;
  nowMs: () => number;
}

const TOKEN = /^[\w-]{20,200}$/;
const PROVIDER = /^(meta|tiktok)$/;
/** Limits of the contract's fields; a dialog sends no longer values. */
const MAX = { state: 500, code: 4000, error: 500, errorReason: 500 };
/** A link is opened by one person. */
const LOOKS_PER_MINUTE = 60;
/** Each visit writes a row and may cause requests to the provider. */
const VISITS_PER_MINUTE = 12;

const UNKNOWN: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is not known here. Ask for a new one where you got it from.',
  },
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>; // safe: parsed query

/** One value of the query; undefined if it is repeated or too long. */
function textOf(query: Record<string, unknown>, name: string, max: number): string | null | undefined {
  const value = query[name];
  if (value === undefined || value === '') return null;
  return typeof value === 'string' && value.length <= max ? value : undefined;
}

function answersOf(request: FastifyRequest) {
  const { provider = '' } = request.params as { provider?: string }; // safe: the route has this parameter
  const query = queryOf(request);
  const state = textOf(query, 'state', MAX.state);
  // TikTok has used both names.
  const code = textOf(query, query.code === undefined ? 'auth_code' : 'code', MAX.code);
  const error = textOf(query, 'error', MAX.error);
  const errorReason = textOf(query, 'error_reason', MAX.errorReason);
  if (!PROVIDER.test(provider) || !state || code === undefined || error === undefined || errorReason === undefined)
    return null;
  return { provider: provider as 'meta' | 'tiktok', state, code, error, errorReason }; // safe: tested
}

function tokenOf(request: FastifyRequest): string | null {
  const { token = '' } = request.params as { token?: string }; // safe: the routes have this parameter
  return TOKEN.test(token) ? token : null;
}

function follow(reply: FastifyReply, step: BrowserStep): FastifyReply {
  if ('location' in step) return reply.code(302).header('location', step.location).send();
  return sendPage(reply, step.page);
}

type Step = BrowserStep | { ask: ConnectPage };

const isUnknown = (step: Step): boolean => 'page' in step && step.page.status === 404;

/** Answers a browser: errors are pages too. */
const inBrowser =
  (answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): Handle =>
  async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    try {
      return await answer(request, reply);
    } catch (error) {
      return sendBrowserError(reply, error);
    }
  };

/**
 * The URLs that an end customer's browser opens to connect a channel (docs/reference/channels.md#connect-links). They answer
 * pages, never JSON.
 */
export function addConnectRoutes(app: FastifyInstance, { bus, failures, cookie, nowMs }: Deps): void {
  const limitLooks = makeLimitVisits(LOOKS_PER_MINUTE, nowMs);
  const limitVisits = makeLimitVisits(VISITS_PER_MINUTE, nowMs);

  /**
   * Asks the service for the next step with the secret in the URL; an unknown secret counts as a failure of its sender.
   */
  async function next<S extends Step>(
    request: FastifyRequest,
    secret: string | null,
    limit: LimitVisits,
    ask: (secret: string) => Promise<S>,
  ): Promise<S | BrowserStep> {
    const secretHash = hashOf(secret ?? '');
    failures.admit(request.clientAddress, secretHash);
    if (secret !== null) limit(secretHash);
    const step = secret === null ? UNKNOWN : await ask(secret);
    if (isUnknown(step)) failures.failed(request.clientAddress, secretHash);
    else failures.succeeded(secretHash);
    return step;
  }

  /**
   * Shows the page that names the requester; it sets the browser's secret, and its form proves that the page was shown.
   */
  async function show(request: FastifyRequest, reply: FastifyReply, isCookieMissing: boolean): Promise<FastifyReply> {
    const token = tokenOf(request);
    const step = await next(request, token, limitLooks, (known) =>
      bus.call(openConnectLink, { token: known }, { requestId: request.id }),
    );
    if (!('ask' in step)) return follow(reply, step);
    const secret = cookie.read(request.headers.cookie) ?? makeBrowserSecret();
    const language = chooseLanguage(queryOf(request).lang, request.headers['accept-language']);
    const page = { ...step.ask, language, path: `/connect/${token}`, proof: proofOf(secret, token ?? '') };
    return reply
      .code(isCookieMissing ? 403 : 200)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': CONNECT_PAGE_POLICY,
        'set-cookie': cookie.write(secret),
        vary: 'accept-language',
      })
      .send(renderConnectPage({ ...page, isCookieMissing }));
  }

  const open = inBrowser((request, reply) => show(request, reply, false));

  const begin = inBrowser(async (request, reply) => {
    const token = tokenOf(request);
    const browserSecret = cookie.read(request.headers.cookie);
    const wasShown = browserSecret !== null && isProof(queryOf(request).proof, browserSecret, token ?? '');
    if (!wasShown) return show(request, reply, true);
    const step = await next(request, token, limitVisits, (known) =>
      bus.call(beginConnectVisit, { token: known, browserSecret }, { requestId: request.id }),
    );
    return follow(reply, step);
  });

  const finish = inBrowser(async (request, reply) => {
    const answers = answersOf(request);
    const browserSecret = cookie.read(request.headers.cookie);
    const step = await next(request, answers?.state ?? null, limitVisits, async () =>
      answers ? bus.call(finishConnectLink, { ...answers, browserSecret }, { requestId: request.id }) : UNKNOWN,
    );
    return follow(reply, step);
  });

  routeMethods(app, '/connect/callback/:provider', { GET: finish }, { operation: 'connect/callback' });
  routeMethods(app, '/connect/:token/continue', { GET: begin }, { operation: 'connect/continue' });
  routeMethods(app, '/connect/:token', { GET: open }, { operation: 'connect' });
}
