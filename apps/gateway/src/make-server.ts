import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { buildError } from './answers/build-error.ts';
import { SECURITY_HEADERS } from './answers/security-headers.ts';
import { sendError } from './answers/send-answer.ts';
import type { RequestMetrics } from './count-requests.ts';

interface Deps {
  logger: FastifyBaseLogger;
  metrics: Pick<RequestMetrics, 'request'>;
}

/** A request has this long to arrive whole. */
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** The address and the headers; so much that a field which is far too long still gets its own error. */
const HEAD_MAX_BYTES = 256 * 1024;
/** Never reached: what is too long is refused by its field's schema. */
const MAX_PARAM_LENGTH = HEAD_MAX_BYTES;

/** Fastify's own errors are about addresses that cannot be read. */
const asAppError = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
    ? new AppError('unknown_route', { message: 'The address cannot be read.', cause: error })
    : error;

/** Answers bytes that are not HTTP, as far as the socket still takes an answer. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = makeId('req');
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = tooLarge
    ? new AppError('payload_too_large', { message: 'The address and the headers are larger than allowed.' })
    : new AppError('unknown_route', { message: 'The request is not valid HTTP.' });
  const { body } = buildError(problem, requestId);
  const status = tooLarge ? '413 Content Too Large' : '400 Bad Request';
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

function addHooks(app: FastifyInstance, { metrics }: Deps): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('operation', 'unknown');
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request(request.operation, reply.statusCode, reply.elapsedTime / 1000);
    const { id: request_id, operation, method, errorCode: code } = request;
    request.log.debug({ request_id, operation, method, code, status: reply.statusCode }, 'answered');
    done();
  });
}

/**
 * The HTTP server without its routes: every answer has a request id of ours and the security headers, every error the
 * body of contract §2. Bodies are left unread for the routes, which check other things first (contract §1).
 */
export function makeServer(deps: Deps): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => makeId('req'),
    requestIdHeader: false,
    trustProxy: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: HEAD_MAX_BYTES },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // While closing, requests under way and on open connections are answered as ever.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, _request, reply) => void sendError(reply, asAppError(error)),
  });
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  addHooks(app, deps);
  app.setErrorHandler((error, _request, reply) => sendError(reply, asAppError(error)));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('unknown_route')));
  return app;
}
