import type { Contract } from '@parley/common/define-contract';
import type { FastifyRequest } from 'fastify';
import { type AuditAccess, prepareAudit } from '../audit/prepare-audit.ts';
import type { AuthenticateOperator } from '../authentication/authenticate-operator.ts';
import { checkUnknown } from '../input/check-unknown.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { readOptionalJsonObject } from '../input/read-json-object.ts';
import type { Caller } from '../pipeline/caller.ts';
import { type Fields, makeApiOperation, type Operation } from '../pipeline/operation.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { PLAIN_ANSWERS } from './plain-answers.ts';

export interface OperatorAccess extends AuditAccess {
  bus: RequestContext['bus'];
  authenticateOperator: AuthenticateOperator;
}

/** An endpoint of the operator API. */
export interface OperatorOperation extends Operation {
  /** Fields that are parameters of its path. */
  inPath: readonly string[];
}

export const makeOperatorOperation = (contract: Contract & { path: string }): OperatorOperation => ({
  ...makeApiOperation(contract),
  inPath: [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
});

/** Fields of the body, or of the query for GET and DELETE; an operation without fields needs no body. */
async function readFields(
  request: FastifyRequest,
  { contract: { method }, shape, inPath }: OperatorOperation,
  context: RequestContext,
): Promise<Fields> {
  const { strict, ...query } = request.query as Fields; // safe: parsed query
  const isQuery = method === 'GET' || method === 'DELETE';
  const given = isQuery ? query : await readOptionalJsonObject(request);
  const fields = isQuery ? pruneQuery(shape, query) : pruneBody(shape, given);
  checkUnknown(shape, given, strict, context);
  // The path's parameters override the same fields in the body or the query.
  for (const name of inPath) delete fields[name];
  return Object.assign(fields, pruneQuery(shape, request.params as Fields)); // safe: the path's parameters are all strings
}

/** The operator: the admin token, without a limit (docs/reference/operator-api.md#access). */
export const makeOperator = (access: OperatorAccess): Caller<OperatorOperation, null> => ({
  ...PLAIN_ANSWERS,
  authenticate(request) {
    access.authenticateOperator(request.headers, request.clientAddress);
    return null;
  },
  admit(request, operation) {
    const context: RequestContext = { bus: access.bus, requestId: request.id };
    prepareAudit(access, request, operation, context);
    return context;
  },
  readFields,
  namesReplays: false,
});
