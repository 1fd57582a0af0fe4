import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildError } from '../answers/build-error.ts';
import { noteError } from '../answers/send-answer.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import type { MemberAuthentication } from '../console/authenticate-member.ts';
import { checkOrigin } from '../console/check-origin.ts';
import { checkContentType, parseJsonObject } from '../input/parse-json-body.ts';
import { readBody } from '../input/read-body.ts';
import { chooseLanguage } from '../public-pages/choose-language.ts';
import type { Handle } from '../routes/route-every-method.ts';
import { routeMethods } from '../routes/route-methods.ts';
import type { DemoGate } from './demo-gate.ts';
import type { DemoHost, PhoneRequest } from './demo-host.ts';
import { DEMO_PAGE_POLICY, type DemoProblem, renderDemoPage } from './render-demo-page.ts';

interface Deps {
  host: DemoHost;
  gate: DemoGate;
  members: Pick<MemberAuthentication, 'authenticate'>;
  cookie: BrowserCookie;
  publicUrl: string;
  /** Lifetime of a workspace. */
  minutes: number;
}

/** A photo of a phone, as base64. */
const PHONE_BODY_MAX_BYTES = 1_500_000;

const languageOf = ({ query, headers }: FastifyRequest) =>
  chooseLanguage((query as Record<string, unknown>).lang, headers['accept-language']); // safe: parsed query

function problemOf(error: unknown): DemoProblem {
  const { code, extras } = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const minutes = Math.ceil((extras.retry_after ?? 60) / 60);
  if (code === 'demo_full') return { what: 'full', minutes };
  return { what: code === 'rate_limited' ? 'tooMany' : 'unavailable', minutes };
}

/**
 * The addresses of a public demo (docs/operations/demo.md): its first page, the button that opens a workspace, and the
 * test phone, which needs the session of a workspace. No answer of the server may be indexed.
 */
export function addDemoRoutes(app: FastifyInstance, { host, gate, members, cookie, publicUrl, minutes }: Deps) {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });

  const sendPage = (request: FastifyRequest, reply: FastifyReply, problem: DemoProblem | null): FastifyReply => {
    const language = languageOf(request);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': DEMO_PAGE_POLICY,
        // Under no-referrer, which every other page has, a browser sends the form with the origin `null`.
        'referrer-policy': 'same-origin',
        vary: 'accept-language',
      })
      .send(renderDemoPage(language, minutes, problem));
  };
  const show: Handle = (request, reply) => sendPage(request, reply, null);

  const open: Handle = async (request, reply) => {
    try {
      checkOrigin(request.method, request.headers, publicUrl);
      gate.admitOpening(request.clientAddress);
      const { signInPath } = await host.open();
      return reply.code(303).header('location', signInPath).send();
    } catch (error) {
      const answer = buildError(error, request);
      noteError(request, answer, error);
      return sendPage(request, reply.code(answer.status).headers(answer.headers), problemOf(error));
    }
  };

  /** The tenant of the session. Errors: not_signed_in, foreign_origin. */
  async function tenantOf(request: FastifyRequest): Promise<number> {
    checkOrigin(request.method, request.headers, publicUrl);
    const token = cookie.read(request.headers.cookie);
    const { member } = await members.authenticate({ token, address: request.clientAddress, requestId: request.id });
    if (member.tenantId === null) throw new AppError('no_tenant_chosen');
    return member.tenantId;
  }

  const usePhone: Handle = async (request, reply) => {
    const tenantId = await tenantOf(request);
    gate.countPhone(tenantId);
    const { pathname: path, searchParams: query } = new URL(request.url, 'http://demo');
    const method = request.method === 'POST' ? 'POST' : 'GET';
    let asked: PhoneRequest = { method, path, query, body: null };
    if (method === 'POST') {
      gate.countAct(tenantId, path === '/sandbox/media');
      checkContentType(request.headers);
      asked = { ...asked, body: parseJsonObject(await readBody(request.raw, PHONE_BODY_MAX_BYTES)) };
    }
    const { status, headers, body } = await host.answerPhone(tenantId, asked);
    return reply.code(status).headers(headers).removeHeader('x-frame-options').send(body);
  };
  routeMethods(app, '/', { GET: show, HEAD: show }, { operation: 'demo' });
  routeMethods(app, '/try', { POST: open, GET: show }, { operation: 'demo/try' });
  for (const url of ['/sandbox/phone', '/sandbox/phone/*', '/sandbox/media'])
    routeMethods(app, url, { GET: usePhone, POST: usePhone }, { operation: 'demo/phone' });
  return {
    /** A file is shown to the members of its workspace alone. Errors: not_signed_in, invalid_signature. */
    async admitFile(request: FastifyRequest, tenantId: number): Promise<void> {
      if ((await tenantOf(request)) !== tenantId) throw new AppError('invalid_signature');
    },
  };
}
