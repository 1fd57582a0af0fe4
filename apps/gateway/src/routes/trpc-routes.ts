import type { AppRouter, ProceduresOf, ServedContracts } from '@parley/common/contracts/app-router';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { FastifyInstance } from 'fastify';
import { type CustomerAccess, makeCustomer } from '../callers/customer.ts';
import { makeOperator, makeOperatorOperation, type OperatorAccess } from '../callers/operator.ts';
import { overTrpc } from '../callers/over-trpc.ts';
import { makeRun } from '../pipeline/answer-request.ts';
import { makeAnswerCall } from '../trpc/answer-call.ts';
import { makeRouter, type TrpcContext } from '../trpc/make-router.ts';
import { makeActionOperation } from '../uploads/upload-operations.ts';
import { routeMethods } from './route-methods.ts';

const ENDPOINT = '/trpc';

/** The same operations for tRPC clients, typed by `AppRouter` of packages/common (docs/reference/requests.md#trpc). */
export function addTrpcRoutes(app: FastifyInstance, access: CustomerAccess & OperatorAccess): void {
  const customer = overTrpc(makeCustomer(access));
  const operator = overTrpc(makeOperator(access));
  const router: AppRouter<TrpcContext> = makeRouter<ProceduresOf<ServedContracts>>([
    ...CUSTOMER_ACTIONS.map((contract) => ({ ...contract, run: makeRun(customer, makeActionOperation(contract)) })),
    ...OPERATOR_ENDPOINTS.map((contract) => ({ ...contract, run: makeRun(operator, makeOperatorOperation(contract)) })),
  ]);
  const answer = makeAnswerCall({ endpoint: ENDPOINT, router });
  routeMethods(app, `${ENDPOINT}/:procedure`, { GET: answer, POST: answer }, { operation: 'trpc' });
}
