import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, fieldError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { IsIn } from './addresses/address-network.ts';
import type { FindClient } from './addresses/find-client.ts';
import { makeConnectionCap } from './addresses/limit-connections.ts';
import { type Exchange, makeAnswerBrokenRequest, refuseTunnel } from './answers/answer-socket.ts';
import { SECURITY_HEADERS } from './answers/security-headers.ts';
import { sendError } from './answers/send-answer.ts';
import type { RequestMetrics } from './count-requests.ts';
import { awaitContinue } from './input/read-body.ts';

interface Deps {
  logger: FastifyBaseLogger;
  metrics: Pick<RequestMetrics, 'request'>;
  findClient: FindClient;
  /** Whether an address stands for more than one caller. */
  isShared: IsIn;
  /** Replaced in tests. */
  arrival?: ArrivalLimits;
}

/** How long a request may take to arrive, and how often that is looked at. */
export interface ArrivalLimits {
  headersMs: number;
  /** Headers and body together. */
  wholeMs: number;
  checkEveryMs: number;
}

const ARRIVAL: ArrivalLimits = { headersMs: 10_000, wholeMs: 30_000, checkEveryMs: 1000 };
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Longer than any operation: a connection on which nothing moves is cut, also one whose answer nobody reads. */
const SILENT_CONNECTION_MS = 120_000;
/** What one process holds without giving up its memory; what is beyond is closed. */
const MAX_CONNECTIONS = 10_000;
/** The address and the headers; so much that a field which is far too long still gets its own error. */
const HEAD_MAX_BYTES = 256 * 1024;
/** Never reached: what is too long is refused by its field's schema. */
const MAX_PARAM_LENGTH = HEAD_MAX_BYTES;

/** Fastify's own errors are about addresses that cannot be read. */
const asAppError = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
    ? new AppError('unknown_route', { message: 'The address cannot be read.', cause: error })
    : error;

/** What HTTP itself demands, answered as everything else is. */
function findProblem({ headers, raw }: FastifyRequest): AppError | undefined {
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    return fieldError([{ field: 'Host', code: 'missing_host', message: 'The Host header is required.' }]);
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectation_failed');
  return undefined;
}

/** Every answer has a request id of ours and the security headers. */
const nameAnswer = (reply: FastifyReply): FastifyReply =>
  reply.headers(SECURITY_HEADERS).header('x-request-id', reply.request.id);

function addHooks(app: FastifyInstance, { metrics, findClient }: Deps): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('operation', 'unknown');
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, reply, done) => {
    nameAnswer(reply);
    request.clientAddress = findClient(request.socket.remoteAddress, request.headers);
    done(findProblem(request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request(request.operation, reply.statusCode, reply.elapsedTime / 1000);
    const { id: request_id, operation, method, errorCode: code } = request;
    request.log.debug({ request_id, operation, method, code, status: reply.statusCode }, 'answered');
    done();
  });
}

/** Everything that Node's server would answer by itself, or leave open. */
function guardServer({ server }: FastifyInstance, exchanges: WeakMap<Socket, Exchange>, isShared: IsIn): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', makeConnectionCap(isShared));
  server.prependListener('request', (request, response) => void exchanges.set(request.socket, { request, response }));
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  // Expectations are answered with the rest; `100 Continue` is sent by whoever reads the body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    awaitContinue(request, response);
    server.emit('request', request, response);
  });
}

/**
 * The HTTP server without its routes: every answer has a request id of ours and the security headers, every error the
 * body of docs/reference/errors.md#error-body, also where HTTP itself is not kept. Bodies are left unread for the
 * routes, which check other things first (docs/reference/requests.md#order-of-the-checks).
 */
export function makeServer(deps: Deps): FastifyInstance {
  const { headersMs, wholeMs, checkEveryMs } = deps.arrival ?? ARRIVAL;
  const exchanges = new WeakMap<Socket, Exchange>();
  const app: FastifyInstance = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines name their request themselves: a logger of its own for each would cost more than the lines.
    childLoggerFactory: (logger) => logger,
    genReqId: () => makeId('req'),
    requestIdHeader: false,
    trustProxy: false,
    requestTimeout: wholeMs,
    connectionTimeout: SILENT_CONNECTION_MS,
    http: {
      maxHeaderSize: HEAD_MAX_BYTES,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // While closing, requests under way and on open connections are answered as ever.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: makeAnswerBrokenRequest((socket) => exchanges.get(socket)),
    // Hooks do not run for an address that cannot be read.
    frameworkErrors: (error, _request, reply) => void sendError(nameAnswer(reply), asAppError(error)),
  });
  guardServer(app, exchanges, deps.isShared);
  for (const method of METHODS) {
    // Without a body for the framework: it would judge the Content-Type before the routes do.
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  addHooks(app, deps);
  app.setErrorHandler((error, _request, reply) => sendError(reply, asAppError(error)));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('unknown_route')));
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, as far as the trusted proxies tell (PARLEY_TRUSTED_PROXIES). */
    clientAddress: string;
  }
}
