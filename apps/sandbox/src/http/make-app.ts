import { at } from '@parley/common/at';
import Fastify, { type FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { ControlError } from '../control/control-error.ts';
import { aiFailure } from '../providers/ai/wire/ai-failure.ts';
import { badParameter } from '../providers/graph/wire/graph-error.ts';
import { telegramError } from '../providers/telegram/wire/telegram-error.ts';
import { tiktokError } from '../providers/tiktok/wire/tiktok-answer.ts';
import type { ProviderAnswer } from './provider-answer.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The bare server: body parsers, and errors in the format of the called API. */
export function makeApp(): FastifyInstance {
  const app = Fastify({
    logger: false,
    // A hanging answer must not keep the sandbox from closing.
    forceCloseConnections: true,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: 512 },
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error, request, reply) => {
    const answer = answerError(error, request.url);
    return reply.code(answer.status).send(answer.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = at(request.url.split('?', 1), 0);
    const answer = request.url.startsWith('/bot') ? telegramError(404, 'Not Found') : unknownPath(path);
    return reply.code(answer.status).send(answer.body);
  });
  return app;
}

function answerError(error: unknown, url: string): ProviderAnswer {
  if (error instanceof ZodError) {
    return { status: 400, body: { ok: false, error: 'invalid_request', issues: error.issues } };
  }
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const code = error instanceof ControlError ? error.code : 'sandbox_error';
  if (url.startsWith('/sandbox'))
    return { status, body: { ok: false, error: code, ...(message === '' ? {} : { message }) } };
  if (url.startsWith('/bot'))
    return telegramError(status, `${status === 500 ? 'Internal Server Error' : 'Bad Request'}: ${message}`);
  if (url.startsWith('/open_api')) return tiktokError(status === 500 ? 50000 : 40002, message);
  const failure = aiFailure(url, status);
  if (failure) return failure;
  return { ...badParameter(message), status };
}

function unknownPath(path: string): ProviderAnswer {
  if (path.startsWith('/sandbox')) return { status: 404, body: { ok: false, error: 'unknown_path' } };
  // TikTok treats a path without its final slash as unknown.
  if (path.startsWith('/open_api')) return { status: 404, body: '404 page not found' };
  return { ...badParameter(`Unknown path components: ${path}`), status: 404 };
}
