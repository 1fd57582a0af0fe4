import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, fieldError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { Logger } from '@parley/runtime/logger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { IsIn } from './addresses/address-network.ts';
import type { FindClient } from './addresses/find-client.ts';
import { makeConnectionCap } from './addresses/limit-connections.ts';
import { type Exchange, makeAnswerBrokenRequest, refuseTunnel } from './answers/answer-socket.ts';
import { SECURITY_HEADERS } from './answers/security-headers.ts';
import { sendError } from './answers/send-answer.ts';
import type { RequestMetrics } from './count-requests.ts';
import { fastifyLogger } from './fastify-logger.ts';
import { awaitContinue } from './input/read-body.ts';
import { requireArrival } from './input/require-arrival.ts';
import { logRequest } from './request-log/log-request.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { PaceLimits } from './require-pace.ts';
import { hideMethod, restoreMethod } from './routes/route-every-method.ts';
import { runTraced } from './trace-request.ts';

interface Deps {
  logger: Logger;
  metrics: Pick<RequestMetrics, 'request'>;
  findClient: FindClient;
  requestLog: RequestLog;
  /** Address of the page with all error codes. */
  errorPage: string;
  /** Whether an address has more than one caller. */
  isShared: IsIn;
  /** A clock in milliseconds that never runs backwards. */
  nowMs: () => number;
  /** Replaced in tests. */
  arrival?: ArrivalLimits;
}

/** How long a request may take to arrive, and how often that is checked. */
export interface ArrivalLimits {
  headersMs: number;
  /** The body. */
  wholeMs: number;
  checkEveryMs: number;
  /** The least rate of a body. */
  pace?: PaceLimits;
}

/** A body of 4 MB needs a higher rate to arrive within 30 s; the grace covers the pauses of a mobile connection. */
const PACE: PaceLimits = { bytesPerSecond: 16 * 1024, graceMs: 10_000 };
const ARRIVAL: ArrivalLimits = { headersMs: 10_000, wholeMs: 30_000, checkEveryMs: 1000 };
/** An upload, headers and body together: 25 MB take it at 43 kB/s. */
const UPLOAD_MS = 600_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * A connection without traffic for this long (longer than any operation) is closed, even if its client has not read the
 * answer.
 */
const SILENT_CONNECTION_MS = 120_000;
/** Open connections that one process has memory for; more are closed. */
const MAX_CONNECTIONS = 10_000;
/** Size of URL and headers together; large enough that a field that is far too long still gets its own error. */
const HEAD_MAX_BYTES = 256 * 1024;
/** This limit is never reached, because the field's schema refuses longer values. */
const MAX_PARAM_LENGTH = HEAD_MAX_BYTES;

/** Fastify's own errors concern malformed URLs. */
const asAppError = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
    ? new AppError('unknown_route', { message: 'The address cannot be read.', cause: error })
    : error;

/** Checks what HTTP itself requires. */
function findProblem({ headers, raw }: FastifyRequest): AppError | undefined {
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    return fieldError([{ field: 'Host', code: 'missing_host', message: 'The Host header is required.' }]);
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectation_failed');
  return undefined;
}

/** Adds the request id and the security headers, which every answer carries. */
const nameAnswer = (reply: FastifyReply): FastifyReply =>
  reply.headers(SECURITY_HEADERS).header('x-request-id', reply.request.id);

function addHooks(app: FastifyInstance, { logger, metrics, findClient, requestLog, errorPage }: Deps): void {
  app.decorateRequest('logger', { getter: () => logger });
  app.decorateRequest('errorPage', { getter: () => errorPage });
  app.decorateRequest('errorCode', null);
  app.decorateRequest('errorAnswer', null);
  app.decorateRequest('operation', 'unknown');
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('customer', null);
  app.decorateRequest('served', null);
  app.addHook('onRequest', (request, reply, done) => {
    restoreMethod(request.raw);
    nameAnswer(reply);
    request.clientAddress = findClient(request.socket.remoteAddress, request.headers);
    runTraced(request, reply, () => done(findProblem(request)));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: request_id, operation, errorCode: code } = request;
    const { method, status } = request.served ?? { method: request.method, status: reply.statusCode };
    logRequest(requestLog, request, { method, status, tookMs: reply.elapsedTime });
    metrics.request(operation, status, reply.elapsedTime / 1000);
    const fields = { request_id, operation, method, code, status };
    logger.debug('request.answered', fields, 'A request was answered.');
    done();
  });
}

/** Handles the requests that Node's server would otherwise respond to, or leave hanging. */
function guardServer({ server }: FastifyInstance, exchanges: WeakMap<Socket, Exchange>, isShared: IsIn): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', makeConnectionCap(isShared));
  server.prependListener('request', (request, response) => void exchanges.set(request.socket, { request, response }));
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  // Expectations are checked with the other headers; the code that reads the body sends `100 Continue`.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    awaitContinue(request, response);
    server.emit('request', request, response);
  });
}

/**
 * The HTTP server without its routes: every answer has a request id of the gateway and the security headers, every
 * error the body of docs/reference/errors.md#error-body, also for requests that are not valid HTTP. Routes read the
 * bodies themselves, because they check other things first (docs/reference/requests.md#order-of-the-checks).
 */
export function makeServer(deps: Deps): FastifyInstance {
  const { headersMs, wholeMs, checkEveryMs, pace = PACE } = deps.arrival ?? ARRIVAL;
  const exchanges = new WeakMap<Socket, Exchange>();
  const app: FastifyInstance = fastify({
    loggerInstance: fastifyLogger(deps.logger),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child logger for each would cost more than the lines.
    childLoggerFactory: (logger) => logger,
    genReqId: () => makeId('req'),
    requestIdHeader: false,
    trustProxy: false,
    // Shorter bodies are ended by requireArrival.
    requestTimeout: Math.max(wholeMs, UPLOAD_MS),
    connectionTimeout: SILENT_CONNECTION_MS,
    http: {
      maxHeaderSize: HEAD_MAX_BYTES,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // Requests on open connections are still answered while closing.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl(request) {
      hideMethod(request);
      return request.url ?? '/';
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: makeAnswerBrokenRequest((socket) => exchanges.get(socket)),
    // Hooks do not run for a malformed URL.
    frameworkErrors: (error, _request, reply) => void sendError(nameAnswer(reply), asAppError(error)),
  });
  guardServer(app, exchanges, deps.isShared);
  requireArrival(app.server, { pace, wholeMs, checkEveryMs, nowMs: deps.nowMs });
  for (const method of METHODS) {
    // The framework must not parse bodies: it would check the Content-Type before the routes can.
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  addHooks(app, deps);
  app.setErrorHandler((error, _request, reply) => sendError(reply, asAppError(error)));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('unknown_route')));
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address, as far as trusted proxies forward it (PARLEY_TRUSTED_PROXIES). */
    clientAddress: string;
    /** Address of the page with all error codes. */
    errorPage: string;
    /** Set when the HTTP answer wraps that of an operation: the method and status of the operation itself. */
    served: { method: string; status: number } | null;
    /** The log of the process; Fastify's own `log` writes only the framework's lines. */
    logger: Logger;
  }
}
