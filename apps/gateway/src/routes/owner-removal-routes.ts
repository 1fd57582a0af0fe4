import type { BusClient } from '@parley/bus/bus-client';
import {
  receiveOwnerRemoval,
  SIGNED_REQUEST_MAX,
  showOwnerRemoval,
} from '@parley/common/contracts/internal/owner-removal';
import { AppError } from '@parley/common/errors';
import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answers/send-answer.ts';
import { sendBrowserError } from '../answers/send-page.ts';
import type { RequestMetrics } from '../count-requests.ts';
import { type BodyBounds, readBody } from '../input/read-body.ts';
import type { UnverifiedBodies } from '../input/unverified-bodies.ts';
import { chooseLanguage } from '../public-pages/choose-language.ts';
import { pagePolicy } from '../public-pages/page-policy.ts';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  metrics: Pick<RequestMetrics, 'signatureFailure'>;
  unverified: UnverifiedBodies;
  publicUrl: string;
}

const FORM_MAX_BYTES = 16 * 1024;
const SIGNED_REQUEST = /^[\w-]{1,100}\.[\w-]{1,4000}$/;
const DELETION = '/hooks/meta/data-deletion';
const CODE = /^[0-9a-f]{1,100}$/;

/** The signed request in the form that Meta posts. Errors: invalid_signature. */
async function readForm(request: FastifyRequest, body: BodyBounds): Promise<string> {
  const raw = await readBody(request.raw, FORM_MAX_BYTES, body);
  const signed = new URLSearchParams(raw.toString('latin1')).get('signed_request') ?? '';
  if (signed.length > SIGNED_REQUEST_MAX || !SIGNED_REQUEST.test(signed)) throw new AppError('invalid_signature');
  return signed;
}

/** Carries out an owner's request before it is answered. Errors: invalid_signature. */
async function receive({ bus, metrics, unverified }: Deps, request: FastifyRequest) {
  let abandon: (error: AppError) => void = () => {};
  const body = unverified.enter(request.clientAddress, (error) => abandon(error));
  const bounds = {
    ...body,
    onBegin(given: (error: AppError) => void) {
      abandon = given;
    },
  };
  try {
    const signedRequest = await readForm(request, bounds);
    await body.turn();
    return await bus.call(receiveOwnerRemoval, { signedRequest }, { requestId: request.id });
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_signature') {
      body.failed();
      metrics.signatureFailure('meta');
    }
    throw error;
  } finally {
    body.release();
  }
}

/**
 * The addresses that Meta calls when an owner removes the app, or asks for the deletion of their data, at Facebook or at
 * Instagram; and the page that says what was deleted (docs/reference/ig.md#removal-by-the-owner).
 */
export function addOwnerRemovalRoutes(app: FastifyInstance, deps: Deps): void {
  const deauthorize: Handle = async (request, reply) => {
    await receive(deps, request);
    return sendJson(reply, 200, { ok: true });
  };
  const deleteData: Handle = async (request, reply) => {
    const { confirmationCode: code } = await receive(deps, request);
    return sendJson(reply, 200, { url: `${deps.publicUrl}${DELETION}/${code}`, confirmation_code: code });
  };
  const show: Handle = async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    try {
      const { code = '' } = request.params as { code?: string }; // safe: the route has this parameter
      const asked = CODE.test(code) ? code : '';
      const { removal } = await deps.bus.call(showOwnerRemoval, { code: asked }, { requestId: request.id });
      const { lang } = request.query as { lang?: unknown }; // safe: parsed query
      const language = chooseLanguage(lang, request.headers['accept-language']);
      const t = PAGE_TEXTS[language].removal;
      const lines = removal ? [linesOf(t, language, removal), t.kept] : [t.unknownText];
      return reply
        .code(removal ? 200 : 404)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-language': language,
          'content-security-policy': pagePolicy({ form: 'none' }),
          vary: 'accept-language',
        })
        .send(
          renderDocument({
            language,
            title: removal ? t.title : t.unknownTitle,
            path: asked === '' ? '' : `${DELETION}/${asked}`,
            content: lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join(''),
          }),
        );
    } catch (error) {
      return sendBrowserError(reply, error);
    }
  };
  routeMethods(app, '/hooks/meta/deauthorize', { POST: deauthorize }, { operation: 'hooks/meta/deauthorize' });
  routeMethods(app, DELETION, { POST: deleteData }, { operation: 'hooks/meta/data-deletion' });
  routeMethods(app, `${DELETION}/:code`, { GET: show }, { operation: 'hooks/meta/data-deletion/page' });
}

function linesOf(
  t: (typeof PAGE_TEXTS)['en']['removal'],
  language: string,
  { at, disconnected }: { at: string; disconnected: number },
): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const when = `${new Intl.DateTimeFormat(language, options).format(new Date(at))} UTC`;
  return disconnected === 0 ? t.nothing(when) : t.disconnected(when, String(disconnected));
}
