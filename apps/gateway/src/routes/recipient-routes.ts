import { createHash } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import { confirmAddress, type RecipientPage, unsubscribe } from '@parley/common/contracts/internal/recipient-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendBrowserError, sendPage } from '../answers/send-page.ts';
import type { FailureLimit } from '../authentication/limit-failures.ts';
import type { BodyRoom } from '../input/body-room.ts';
import { readStrangersBody } from '../input/read-strangers-body.ts';
import { chooseLanguage } from '../public-pages/choose-language.ts';
import { makeLimitVisits } from '../rate-limit/limit-visits.ts';
import { RECIPIENT_PAGE_POLICY, renderRecipientPage } from '../recipient-page/render-recipient-page.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  /** Memory for the bodies of senders who are not known. */
  strangers: BodyRoom;
  /** Slows down the guessing of links, like that of keys (docs/reference/requests.md#failed-authentications). */
  failures: FailureLimit;
  nowMs: () => number;
}

const TOKEN = /^[\w.-]{20,200}$/;
/** Our own form has no fields; a mail program sends `List-Unsubscribe=One-Click`, in either form encoding. */
const BODY_MAX_BYTES = 4096;
const VISITS_PER_MINUTE = 60;
const UNKNOWN = { status: 404, title: 'Unknown link', text: 'This link is not known here, or it is over.' };
const LINKS = { confirm: confirmAddress, off: unsubscribe } as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  link: keyof typeof LINKS,
  page: RecipientPage,
): FastifyReply {
  const { lang } = request.query as Record<string, unknown>; // safe: parsed query
  const language = lang === undefined ? page.language : chooseLanguage(lang, request.headers['accept-language']);
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': RECIPIENT_PAGE_POLICY,
    })
    .send(renderRecipientPage(link, page, language));
}

/**
 * Addresses in mails (docs/reference/notifications.md#unsubscribing): GET asks, POST acts, including a mail program's
 * (RFC 8058). There is no sign-in: the address itself is signed.
 */
export function addRecipientRoutes(app: FastifyInstance, { bus, strangers, failures, nowMs }: Deps): void {
  const limitVisits = makeLimitVisits(VISITS_PER_MINUTE, nowMs);

  const follow =
    (link: keyof typeof LINKS, act: boolean): Handle =>
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      const { token = '' } = request.params as { token?: string }; // safe: the route has this parameter
      const hash = hashOf(token);
      try {
        failures.admit(request.clientAddress, hash);
        if (act) await readStrangersBody(strangers, request, BODY_MAX_BYTES);
        limitVisits(hash);
        const { page } = TOKEN.test(token)
          ? await bus.call(LINKS[link], { token, act }, { requestId: request.id })
          : { page: null };
        if (page) {
          failures.succeeded(hash);
          return sendHtml(request, reply, link, page);
        }
        failures.failed(request.clientAddress, hash);
        return sendPage(reply, UNKNOWN);
      } catch (error) {
        return sendBrowserError(reply, error);
      }
    };

  for (const link of ['confirm', 'off'] as const)
    routeMethods(
      app,
      `/notifications/${link}/:token`,
      { GET: follow(link, false), POST: follow(link, true) },
      { operation: `notifications/${link}` },
    );
}
