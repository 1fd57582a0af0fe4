import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answers/send-answer.ts';
import type { AuditFor } from '../audit/audit-for.ts';
import type { AuthenticateOperator } from '../authentication/authenticate-operator.ts';
import { makeCallOperation } from '../call-service.ts';
import { type InputShape, makeInputShape } from '../input/input-shape.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { readOptionalJsonObject } from '../input/read-json-object.ts';
import type { RequestContext } from '../request-context.ts';
import { type Handle, routeMethods } from './route-methods.ts';

interface Deps {
  bus: RequestContext['bus'];
  authenticateOperator: AuthenticateOperator;
  auditFor: AuditFor;
}

type Fields = Record<string, unknown>;

const BASE = '/api/admin';

/** Fields of the body, or of the query for GET and DELETE; an operation without fields needs no body. */
async function readFields(request: FastifyRequest, shape: InputShape, method: string): Promise<Fields> {
  if (method === 'GET' || method === 'DELETE') return pruneQuery(shape, request.query as Fields); // safe: parsed query
  return pruneBody(shape, await readOptionalJsonObject(request));
}

function makeHandle(contract: Contract & { path: string }, { bus, auditFor }: Deps): Handle {
  const shape = makeInputShape(contract);
  const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const call = makeCallOperation(contract);
  return async (request, reply) => {
    request.operation = contract.name;
    const fields = await readFields(request, shape, contract.method);
    // The path's parameters override the same fields in the body or the query.
    for (const name of inPath) delete fields[name];
    Object.assign(fields, pruneQuery(shape, request.params as Fields)); // safe: the path's parameters are all strings
    const output = await call(fields, { bus, requestId: request.id, ...auditFor(contract, request) });
    return sendJson(reply, contract.successStatus ?? 200, output);
  };
}

/** The operator API below /api/admin (docs/reference/operator-api.md#access). */
export function addOperatorRoutes(app: FastifyInstance, deps: Deps): void {
  const before = (request: FastifyRequest): void => deps.authenticateOperator(request.headers, request.clientAddress);
  const byPath = new Map<string, Record<string, Handle>>();
  for (const contract of OPERATOR_ENDPOINTS) {
    const handlers = byPath.get(contract.path) ?? {};
    handlers[contract.method] = makeHandle(contract, deps);
    byPath.set(contract.path, handlers);
  }
  for (const [path, handlers] of byPath) {
    const url = `${BASE}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    routeMethods(app, url, handlers, { operation: 'operator', before });
  }
  const refuse = async (request: FastifyRequest): Promise<never> => {
    request.operation = 'operator';
    before(request);
    throw new AppError('unknown_route');
  };
  app.all(BASE, refuse);
  app.all(`${BASE}/*`, refuse);
}
