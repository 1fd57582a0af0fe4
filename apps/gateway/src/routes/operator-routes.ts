import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { AppError } from '@parley/common/errors';
import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import {
  makeOperator,
  makeOperatorOperation,
  type OperatorAccess,
  type OperatorOperation,
} from '../callers/operator.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import type { Choose } from '../pipeline/caller.ts';
import { routeEveryMethod } from './route-every-method.ts';

const BASE = '/api/admin';

type ByMethod = Map<string, OperatorOperation>;

/** The endpoints by their path, and by method. */
function sortByPath(): Map<string, ByMethod> {
  const byPath = new Map<string, ByMethod>();
  for (const contract of OPERATOR_ENDPOINTS) {
    const byMethod: ByMethod = byPath.get(contract.path) ?? new Map();
    byPath.set(contract.path, byMethod.set(contract.method, makeOperatorOperation(contract)));
  }
  return byPath;
}

/** The operator API below /api/admin (docs/reference/operator-api.md#access). */
export function addOperatorRoutes(app: FastifyInstance, access: OperatorAccess): void {
  const operator = makeOperator(access);
  const add = (url: string, choose: Choose<OperatorOperation>): void => {
    routeEveryMethod(app, url, (request, reply) => {
      request.operation = 'operator';
      return answerRequest(operator, choose, request, reply);
    });
  };
  for (const [path, byMethod] of sortByPath()) {
    const url = `${BASE}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    add(url, ({ method }) => byMethod.get(method) ?? methodNotAllowed([...byMethod.keys()]));
  }
  for (const url of [BASE, `${BASE}/*`]) add(url, () => new AppError('unknown_route'));
}
