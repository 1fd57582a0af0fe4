import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { AppError, invalidField } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CustomerAccess, makeCustomer } from '../callers/customer.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import type { Operation } from '../pipeline/operation.ts';
import { makeActionOperation, makeUploads, type Uploads } from '../uploads/upload-operations.ts';
import { addEvolutionRoutes } from './evolution-routes.ts';
import { routeEveryMethod } from './route-every-method.ts';

/** A Map, so that names such as `constructor` are not actions. */
const ACTIONS: ReadonlyMap<string, Operation> = new Map(
  CUSTOMER_ACTIONS.map((contract) => [contract.name, makeActionOperation(contract)]),
);

/** The action of the path, else of the query. */
function chooseAction(request: FastifyRequest, uploads: Uploads): Operation | AppError {
  const { action } = request.params as { action?: string }; // safe: the routes have this parameter, or none of it
  // safe: the query parser answers texts, and lists for repeated names
  const name = action ?? (request.query as Record<string, string | string[] | undefined>).action;
  if (Array.isArray(name)) return invalidField('action', 'action must be given once.');
  if (name === undefined || name.trim() === '') return new AppError('missing_action');
  const operation = ACTIONS.get(name) ?? new AppError('unknown_action');
  return 'contract' in operation && operation.contract.takesBytes ? uploads.operationFor(request) : operation;
}

interface CustomerRoutesAccess extends CustomerAccess {
  /** Whether the routes of Evolution API are served beside (docs/reference/evolution.md). */
  servesEvolution: boolean;
}

/** The customer API: `{base_url}?action=…` and `{base_url}<action>` (docs/reference/requests.md#address). */
export function addCustomerRoutes(app: FastifyInstance, { servesEvolution, ...access }: CustomerRoutesAccess): void {
  const customer = makeCustomer(access);
  const uploads = makeUploads(access.isShared);
  if (servesEvolution) addEvolutionRoutes(app, { ...access, uploads });
  const choose = (request: FastifyRequest) => chooseAction(request, uploads);
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    request.operation = 'customer';
    try {
      return await answerRequest(customer, choose, request, reply);
    } finally {
      uploads.leave(request);
    }
  };
  for (const url of ['/:tenant/api/messaging', '/:tenant/api/messaging/:action']) routeEveryMethod(app, url, handle);
}
