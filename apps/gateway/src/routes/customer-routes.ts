import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import type { Contract } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../answers/send-answer.ts';
import { admitCustomer, type CustomerAccess, enterCustomer } from '../authentication/admit-customer.ts';
import { type CallOperation, makeCallOperation } from '../call-service.ts';
import { type InputShape, makeInputShape } from '../input/input-shape.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { readJsonObject } from '../input/read-json-object.ts';
import { methodNotAllowed } from './route-methods.ts';

interface Action {
  contract: Contract;
  shape: InputShape;
  call: CallOperation;
}

interface Address {
  tenant: string;
  action?: string;
}

/** A Map, so that names such as `constructor` are not actions. */
const ACTIONS: ReadonlyMap<string, Action> = new Map(
  CUSTOMER_ACTIONS.map((contract) => [
    contract.name,
    { contract, shape: makeInputShape(contract), call: makeCallOperation<Contract>(contract) },
  ]),
);

/** Step 4: the action of the path, else of the query. */
function chooseAction(request: FastifyRequest, address: Address): Action {
  // safe: the query parser answers texts, and lists for repeated names
  const name = address.action ?? (request.query as Record<string, string | string[] | undefined>).action;
  if (Array.isArray(name)) throw invalidField('action', 'action must be given once.');
  if (name === undefined || name.trim() === '') throw new AppError('missing_action');
  const action = ACTIONS.get(name);
  if (!action) throw new AppError('unknown_action');
  return action;
}

/** Step 8; returns the fields unparsed. */
async function readFields(request: FastifyRequest, { contract, shape }: Action): Promise<Record<string, unknown>> {
  if (contract.method === 'GET') return pruneQuery(shape, request.query as Record<string, unknown>); // safe: parsed query
  return pruneBody(shape, await readJsonObject(request));
}

/**
 * Checks one request in the order of docs/reference/requests.md#order-of-the-checks, whichever way the action was
 * named.
 */
async function answerAction(
  access: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = request.params as Address; // safe: the routes below have these parameters
  const record = await enterCustomer(access, request, reply, address.tenant);
  const action = chooseAction(request, address);
  const { contract } = action;
  request.operation = contract.name;
  if (request.method !== contract.method) throw methodNotAllowed([contract.method]);
  const context = admitCustomer(access, request, contract, record);
  const fields = await readFields(request, action);
  if (request.customer) request.customer.fields = fields;
  const output = await action.call(fields, context).finally(() => {
    if (context.replayed) reply.header('idempotency-replayed', 'true');
  });
  return sendJson(reply, contract.successStatus ?? 200, output);
}

/** The customer API: `{base_url}?action=…` and `{base_url}<action>` (docs/reference/requests.md#address). */
export function addCustomerRoutes(app: FastifyInstance, access: CustomerAccess): void {
  const handle = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.operation = 'customer';
    return answerAction(access, request, reply);
  };
  app.all('/:tenant/api/messaging', handle);
  app.all('/:tenant/api/messaging/:action', handle);
}
