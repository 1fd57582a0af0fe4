import type { Contract } from '@parley/common/define-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitCustomer, type CustomerAccess, enterCustomer } from '../authentication/admit-customer.ts';
import type { AuthenticateOperator } from '../authentication/authenticate-operator.ts';
import { makeAnswerCall, readCallInput } from '../trpc/answer-call.ts';
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
  return { bus: deps.bus, requestId: request.id, ...deps.auditFor(contract, request) };
}

const makeContext = (deps: Deps, request: FastifyRequest, reply: FastifyReply): RouterContext => ({
  requestId: request.id,
  admit: (contract) => admit(deps, request, reply, contract),
  async readInput() {
    const fields = await readCallInput(request);
    if (request.customer) request.customer.fields = fields;
    return fields;
  },
  reportReplayed: () => void reply.header('idempotency-replayed', 'true'),
});

/** The same operations for tRPC clients, typed by `AppRouter` of packages/common (docs/reference/requests.md#trpc). */
export function addTrpcRoutes(app: FastifyInstance, deps: Deps): void {
  const answer = makeAnswerCall({
    endpoint: ENDPOINT,
    router,
    makeContext: (request, reply) => makeContext(deps, request, reply),
  });
  routeMethods(app, `${ENDPOINT}/:procedure`, { GET: answer, POST: answer }, { operation: 'trpc' });
}
