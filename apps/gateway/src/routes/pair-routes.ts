import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { offersOfficialWay, openOfficialWay } from '@parley/common/contracts/internal/official-way';
import { openPairPage, type PairPage, pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { AppError, invalidField } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError, sendJson } from '../answers/send-answer.ts';
import { type Asset, makeAsset, sendAsset } from '../answers/send-asset.ts';
import { sendBrowserError } from '../answers/send-page.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';
import type { BodyRoom } from '../input/body-room.ts';
import { checkContentType, parseJsonObject } from '../input/parse-json-body.ts';
import { readStrangersBody } from '../input/read-strangers-body.ts';
import {
  type OfficialWay,
  PAIR_PAGE_POLICY,
  progressOf,
  renderPairPage,
  UNKNOWN_PAGE,
} from '../pair-page/render-pair-page.ts';
import { chooseLanguage } from '../public-pages/choose-language.ts';
import { makeLimitVisits } from '../rate-limit/limit-visits.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  /** Memory for the bodies of senders who are not known. */
  strangers: BodyRoom;
  /** Slows down the guessing of tokens, like that of keys (docs/reference/requests.md#failed-authentications). */
  failures: FailureLimit;
  nowMs: () => number;
}

const TOKEN = /^[\w-]{20,200}$/;
const BODY_MAX_BYTES = 4096;
const PHONE_MAX = 30;
/** A page polls every two seconds; several may be open. */
const POLLS_PER_MINUTE = 150;
/** Each request goes to the network and may replace the previous code. */
const CODES_PER_MINUTE = 6;
/** Each makes a link. */
const WAYS_PER_MINUTE = 6;

const HTML_TYPE = 'text/html; charset=utf-8';
const ASSETS: Readonly<Record<string, [file: string, type: string]>> = {
  '/pair/page.js': ['pair-page.js', 'text/javascript; charset=utf-8'],
  '/pair/page.css': ['pair-page.css', 'text/css; charset=utf-8'],
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const isUnknown = (error: unknown): boolean => error instanceof AppError && error.code === 'unknown_session';
const validForMs = (expiresAt: string): number => Math.max(0, Date.parse(expiresAt) - Date.now());

async function readAssets(): Promise<Map<string, Asset>> {
  const read = async ([url, [file, type]]: [string, [string, string]]): Promise<[string, Asset]> => [
    url,
    makeAsset(type, await readFile(new URL(`../../assets/${file}`, import.meta.url))),
  ];
  return new Map(await Promise.all(Object.entries(ASSETS).map(read)));
}

async function phoneOf(strangers: BodyRoom, request: FastifyRequest): Promise<string> {
  checkContentType(request.headers);
  const { phone } = parseJsonObject(await readStrangersBody(strangers, request, BODY_MAX_BYTES));
  if (typeof phone !== 'string' || phone === '' || phone.length > PHONE_MAX)
    throw invalidField('phone', `phone must be a text of at most ${PHONE_MAX} characters.`);
  return phone;
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>; // safe: parsed query

function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PairPage,
  way: OfficialWay = 'unavailable',
): FastifyReply {
  const { lang } = queryOf(request);
  const language = chooseLanguage(lang, request.headers['accept-language']);
  return reply
    .code(page === UNKNOWN_PAGE ? 404 : page.stage === 'over' && way === 'unavailable' ? 410 : 200)
    .headers({
      'content-type': HTML_TYPE,
      'content-language': language,
      'content-security-policy': PAIR_PAGE_POLICY,
      vary: 'accept-language',
    })
    .send(renderPairPage(page, language, way));
}

/**
 * The hosted page `{public origin}/pair/{token}` on which an end customer links a phone, and the requests of its script
 * (docs/reference/sessions.md#hosted-page).
 */
export async function addPairRoutes(app: FastifyInstance, { bus, strangers, failures, nowMs }: Deps): Promise<void> {
  for (const [url, asset] of await readAssets())
    routeMethods(app, url, { GET: (request, reply) => sendAsset(request, reply, asset) }, { operation: 'pair/assets' });

  const limitLooks = makeLimitVisits(POLLS_PER_MINUTE, nowMs);
  const limitCodes = makeLimitVisits(CODES_PER_MINUTE, nowMs);
  const limitWays = makeLimitVisits(WAYS_PER_MINUTE, nowMs);

  /** Calls the service with the token in the URL; an unknown token counts as a failure of its sender. */
  async function withToken<T>(
    request: FastifyRequest,
    limit: typeof limitLooks,
    work: (token: string) => Promise<T>,
  ): Promise<T> {
    const { token = '' } = request.params as { token?: string }; // safe: the route has this parameter
    const hash = hashOf(token);
    failures.admit(request.clientAddress, hash);
    try {
      if (!TOKEN.test(token)) throw new AppError('unknown_session');
      limit(hash);
      const answer = await work(token);
      failures.succeeded(hash);
      return answer;
    } catch (error) {
      if (isUnknown(error)) failures.failed(request.clientAddress, hash);
      throw error;
    }
  }
  const show = (request: FastifyRequest): Promise<PairPage> =>
    withToken(request, limitLooks, (token) => bus.call(openPairPage, { token }, { requestId: request.id }));

  /** How the way through Meta stands for the person who is asked for a passkey. */
  async function findOfficialWay(request: FastifyRequest, { passkeyKey }: PairPage): Promise<OfficialWay> {
    if (passkeyKey === undefined) return 'unavailable';
    if (queryOf(request).service_status === 'success') return 'completed';
    // Without an answer the page still says why the phone is not linked.
    const offer = await bus.call(offersOfficialWay, passkeyKey, { requestId: request.id }).catch(() => null);
    return offer?.isOffered ? 'offered' : 'unavailable';
  }
  /** A link for that way; null where it is not offered. */
  async function takeOfficialWay(request: FastifyRequest, { passkeyKey }: PairPage): Promise<string | null> {
    if (passkeyKey === undefined) return null;
    const { connectUrl } = await withToken(request, limitWays, (pageToken) =>
      bus.call(openOfficialWay, { ...passkeyKey, pageToken }, { requestId: request.id }),
    );
    return connectUrl;
  }

  const inJson =
    (answer: (request: FastifyRequest) => Promise<object>): Handle =>
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      try {
        return sendJson(reply, 200, { ok: true, ...(await answer(request)) });
      } catch (error) {
        return sendError(reply, error);
      }
    };

  const page: Handle = async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    try {
      const shown = await show(request);
      const location = queryOf(request).way === 'official' ? await takeOfficialWay(request, shown) : null;
      if (location !== null) return reply.code(302).header('location', location).send();
      return sendHtml(request, reply, shown, await findOfficialWay(request, shown));
    } catch (error) {
      return isUnknown(error) ? sendHtml(request, reply, UNKNOWN_PAGE) : sendBrowserError(reply, error);
    }
  };
  const status = inJson(async (request) => progressOf(await show(request)));
  const qr = inJson(async (request) => {
    const { image, expiresAt, since } = await withToken(request, limitLooks, (token) =>
      bus.call(pairPageQr, { token }, { requestId: request.id }),
    );
    return { image, valid_for_ms: validForMs(expiresAt), since };
  });
  const code = inJson(async (request) => {
    const phone = await phoneOf(strangers, request);
    const { pairingCode, expiresAt, since } = await withToken(request, limitCodes, (token) =>
      bus.call(pairPageCode, { token, phone }, { requestId: request.id }),
    );
    return { pairing_code: pairingCode, valid_for_ms: validForMs(expiresAt), since };
  });
  routeMethods(app, '/pair/:token', { GET: page }, { operation: 'pair' });
  routeMethods(app, '/pair/:token/status', { GET: status }, { operation: 'pair/status' });
  routeMethods(app, '/pair/:token/qr', { GET: qr }, { operation: 'pair/qr' });
  routeMethods(app, '/pair/:token/code', { POST: code }, { operation: 'pair/code' });
}
