import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildError } from '../answers/build-error.ts';
import { JSON_TYPE, noteError } from '../answers/send-answer.ts';
import { admitCustomer, type CustomerAccess, enterCustomer } from '../authentication/admit-customer.ts';
import type { AuthenticateOperator } from '../authentication/authenticate-operator.ts';
import { parseJsonObject } from '../input/parse-json-body.ts';
import { readOptionalJsonObject } from '../input/read-json-object.ts';
import { causeOf } from '../trpc/format-error.ts';
import { router } from '../trpc/router.ts';
import type { RouterContext } from '../trpc/router-context.ts';
import { routeMethods } from './route-methods.ts';

interface Deps extends CustomerAccess {
  authenticateOperator: AuthenticateOperator;
}

const ENDPOINT = '/trpc';

/** Checks a key's request for an action, or the operator's for an endpoint; the URL names no tenant, so the key determines it. */
async function admit(deps: Deps, request: FastifyRequest, reply: FastifyReply, contract: Contract) {
  if (contract.kind === 'action') {
    const record = await enterCustomer(deps, request, reply, null);
    request.operation = contract.name;
    return admitCustomer(deps, request, contract, record);
  }
  deps.authenticateOperator(request.headers, request.clientAddress);
  request.operation = contract.name;
  return { bus: deps.bus, requestId: request.id };
}

/** The JSON object that tRPC puts into a query's `input` or into the body; without one, no fields. */
async function readInput(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { batch, input } = request.query as Record<string, unknown>; // safe: parsed query
  if (batch !== undefined)
    throw new AppError('invalid_request', {
      message: 'Batched calls are not supported: use a link that sends one call a request.',
    });
  if (request.method === 'GET') return input === undefined ? {} : parseJsonObject(Buffer.from(String(input)));
  return readOptionalJsonObject(request);
}

const makeContext = (deps: Deps, request: FastifyRequest, reply: FastifyReply): RouterContext => ({
  requestId: request.id,
  admit: (contract) => admit(deps, request, reply, contract),
  readInput: () => readInput(request),
  reportReplayed: () => void reply.header('idempotency-replayed', 'true'),
});

/** Runs one procedure by tRPC. The gateway reads the body, after the sender was authenticated. */
async function answerCall(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { procedure = '' } = request.params as { procedure?: string }; // safe: the route has this parameter
  const url = `http://gateway${ENDPOINT}/${encodeURIComponent(procedure)}`;
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: new Request(url, { method: request.method, headers: { 'content-type': 'application/json' } }),
    router,
    allowBatching: false,
    createContext: () => makeContext(deps, request, reply),
    onError: ({ error }) => {
      const cause = causeOf(error);
      const answer = buildError(cause, request.id);
      noteError(request, answer, cause);
      reply.headers(answer.headers);
    },
  });
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply
    .code(response.status)
    .header('content-type', JSON_TYPE)
    .send(await response.text());
}

/** The same operations for tRPC clients, typed by `AppRouter` of packages/common (docs/reference/requests.md#trpc). */
export function addTrpcRoutes(app: FastifyInstance, deps: Deps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerCall(deps, request, reply);
  routeMethods(app, `${ENDPOINT}/:procedure`, { GET: answer, POST: answer }, { operation: 'trpc' });
}
