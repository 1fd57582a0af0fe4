import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { camelKey } from '@parley/common/casing/camel';
import {
  authorizeSignup,
  type BrowserStep,
  beginConnectVisit,
  type ConnectPage,
  ConnectWay,
  finishConnectLink,
  openConnectLink,
  type SignupPage,
  type SignupStep,
} from '@parley/common/contracts/internal/connect-link';
import { AppError, invalidField } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError, sendJson } from '../answers/send-answer.ts';
import { makeAsset, sendAsset } from '../answers/send-asset.ts';
import { sendBrowserError, sendPage } from '../answers/send-page.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import { CONNECT_PAGE_POLICY, renderConnectPage } from '../connect-page/render-connect-page.ts';
import { renderSignupPage, signupPagePolicy } from '../connect-page/render-signup-page.ts';
import { checkOrigin } from '../console/check-origin.ts';
import type { BodyRoom } from '../input/body-room.ts';
import { checkContentType, parseJsonObject } from '../input/parse-json-body.ts';
import { readStrangersBody } from '../input/read-strangers-body.ts';
import { chooseLanguage } from '../public-pages/choose-language.ts';
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
  /** Memory for the bodies of senders who are not known. */
  strangers: BodyRoom;
  publicUrl: string;
  nowMs: () => number;
}

const TOKEN = /^[\w-]{20,200}$/;
const PROVIDER = /^(meta|tiktok|instagram)$/;
/** Limits of the contract's fields; a dialog sends no longer values. */
const MAX = { state: 500, code: 4000, error: 500, errorReason: 500 };
/** A link is opened by one person. */
const POLLS_PER_MINUTE = 60;
/** Each visit writes a row and may cause requests to the provider. */
const VISITS_PER_MINUTE = 12;

const UNKNOWN: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is not known here. Ask for a new one where you got it from.',
  },
};

const ANSWER_MAX_BYTES = 16 * 1024;
const Answer = authorizeSignup.input.pick({ state: true, answer: true });

/** The state and the answer in a request of the script. */
function readAnswer({ state, answer }: Record<string, unknown>) {
  const members = Object.entries(answer ?? {}).map(([name, value]) => [camelKey(name), value]);
  const { data } = Answer.safeParse({ state, answer: Object.fromEntries(members) });
  if (!data) throw invalidField('answer', 'answer must have a kind: code, number or cancel, with its members.');
  return data;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>; // safe: parsed query

/** One value of the query; undefined if it is repeated or too long. */
function textOf(query: Record<string, unknown>, name: string, max: number): string | null | undefined {
  const value = query[name];
  if (value === undefined || value === '') return null;
  return typeof value === 'string' && value.length <= max ? value : undefined;
}

/** A code without the `#_` with which Instagram ends its address, where a browser sends it as a part of the code. */
const withoutMark = (code: string | null): string | null => code?.replace(/#_$/, '') ?? null;

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
  return { provider: provider as 'meta' | 'tiktok' | 'instagram', state, code: withoutMark(code), error, errorReason }; // safe: tested
}

function tokenOf(request: FastifyRequest): string | null {
  const { token = '' } = request.params as { token?: string }; // safe: the routes have this parameter
  return TOKEN.test(token) ? token : null;
}

function follow(reply: FastifyReply, step: BrowserStep): FastifyReply {
  if ('location' in step) return reply.code(302).header('location', step.location).send();
  return sendPage(reply, step.page);
}

type Step = SignupStep | { ask: ConnectPage } | { signup: SignupPage };

const isUnknown = (step: Step): boolean => 'page' in step && step.page.status === 404;

/** Responds to a browser, for which errors are pages too. */
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
export async function addConnectRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { bus, failures, cookie, strangers, publicUrl, nowMs } = deps;
  const limitLooks = makeLimitVisits(POLLS_PER_MINUTE, nowMs);
  const limitVisits = makeLimitVisits(VISITS_PER_MINUTE, nowMs);

  /**
   * Gets the next step from the service with the secret in the URL; an unknown secret counts as a failure of its
   * sender.
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
    const { lang } = queryOf(request);
    const language = chooseLanguage(lang, request.headers['accept-language']);
    const page = { ...step.ask, language, path: `/connect/${token}`, proof: proofOf(secret, token ?? '') };
    if (step.ask.channel === 'wa' && !isCookieMissing && comesFromOwnPage(request)) {
      const query = new URLSearchParams({ proof: page.proof, ...(lang === undefined ? {} : { lang: language }) });
      const location = `${page.path}/continue?${query}`;
      return reply
        .code(302)
        .headers({ location, 'set-cookie': cookie.write(secret) })
        .send();
    }
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
    const { data: via } = ConnectWay.safeParse(queryOf(request).via);
    const step = await next(request, token, limitVisits, (known) =>
      bus.call(beginConnectVisit, { token: known, browserSecret, ...(via ? { via } : {}) }, { requestId: request.id }),
    );
    if (!('signup' in step)) return follow(reply, step);
    const path = `/connect/${token}`;
    return sendSignupPage(request, reply, { ...step.signup, path, proof: proofOf(browserSecret, token ?? '') });
  });

  /** The script of the page that opens Meta's popup reports to its own origin. */
  const answer: Handle = async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    try {
      checkOrigin(request.method, request.headers, publicUrl);
      const token = tokenOf(request);
      const browserSecret = cookie.read(request.headers.cookie);
      checkContentType(request.headers);
      const given = parseJsonObject(await readStrangersBody(strangers, request, ANSWER_MAX_BYTES));
      if (browserSecret === null || !isProof(given.proof, browserSecret, token ?? ''))
        throw new AppError('foreign_origin');
      const { state, answer } = readAnswer(given);
      const step = await next<SignupStep>(request, token, limitVisits, () =>
        bus.call(authorizeSignup, { state, answer, browserSecret }, { requestId: request.id }),
      );
      return sendJson(reply, 200, { ok: true, step });
    } catch (error) {
      return sendError(reply, error);
    }
  };

  const finish = inBrowser(async (request, reply) => {
    const answers = answersOf(request);
    const browserSecret = cookie.read(request.headers.cookie);
    const step = await next(request, answers?.state ?? null, limitVisits, async () =>
      answers ? bus.call(finishConnectLink, { ...answers, browserSecret }, { requestId: request.id }) : UNKNOWN,
    );
    return follow(reply, step);
  });

  const script = makeAsset(
    'text/javascript; charset=utf-8',
    await readFile(new URL('../../assets/signup-page.js', import.meta.url)),
  );
  const sendScript: Handle = (request, reply) => sendAsset(request, reply, script);
  routeMethods(app, '/connect/signup.js', { GET: sendScript }, { operation: 'connect/assets' });
  routeMethods(app, '/connect/:token/signup', { POST: answer }, { operation: 'connect/signup' });
  routeMethods(app, '/connect/callback/:provider', { GET: finish }, { operation: 'connect/callback' });
  routeMethods(app, '/connect/:token/continue', { GET: begin }, { operation: 'connect/continue' });
  routeMethods(app, '/connect/:token', { GET: open }, { operation: 'connect' });
}

/** The page of Meta's popup; the SDK's allowed domains are compared with its origin, so that is its referrer. */
function sendSignupPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SignupPage & { path: string; proof: string },
): FastifyReply {
  const language = chooseLanguage(queryOf(request).lang, request.headers['accept-language']);
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': signupPagePolicy(page, nonce),
      'referrer-policy': 'strict-origin',
      vary: 'accept-language',
    })
    .send(renderSignupPage({ ...page, language, nonce }));
}

/**
 * Whether the link was opened on a page of this origin, such as the console: no other site can make a browser say so.
 * The page of the popup then comes at once: it names the requester as well, and its button is the person's consent.
 */
const comesFromOwnPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'same-origin';

/** 256 random bits. */
const makeBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** The proof that the Continue button sends: only our page, shown in this browser for this link, knows it. */
const proofOf = (secret: string, token: string): string =>
  createHash('sha256').update(`connect-page\n${secret}\n${token}`).digest('base64url');

/** Whether Continue was pressed on our page, in the browser that showed it. */
function isProof(given: unknown, secret: string, token: string): boolean {
  const expected = Buffer.from(proofOf(secret, token));
  const proof = Buffer.from(typeof given === 'string' ? given : '');
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}
