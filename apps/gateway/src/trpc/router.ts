import type { AppRouter, ProceduresOf, ServedContracts } from '@parley/common/contracts/app-router';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import { z } from 'zod';
import { callLogged } from '../call-service.ts';
import { makeInputShape } from '../input/input-shape.ts';
import { pruneBody } from '../input/prune-input.ts';
import { IDEMPOTENCY_KEY_PROBLEM, refuseFields } from '../parse-input.ts';
import { formatError } from './format-error.ts';
import type { RouterContext } from './router-context.ts';

const t = initTRPC.context<RouterContext>().create({ errorFormatter: formatError, isDev: false });

/**
 * Authenticates the caller, then reads the input; reports refused fields as the other APIs do
 * (docs/reference/requests.md#fields).
 */
const guardedBy = (contract: Contract) => {
  const shape = makeInputShape(contract);
  return t.procedure
    .use(async ({ ctx, next }) => next({ ctx: { call: await ctx.admit(contract) } }))
    .use(async ({ ctx, next }) => {
      const fields = pruneBody(shape, await ctx.readInput());
      const result = await next({ getRawInput: async () => fields });
      if (result.ok || !(result.error.cause instanceof z.core.$ZodError)) return result;
      const more = ctx.call.idempotencyKey === null ? [IDEMPOTENCY_KEY_PROBLEM] : [];
      return refuseFields(shape, fields, result.error.cause, more);
    });
};

/**
 * Input is parsed here and output by the service that produced it; within one process the bus client parses neither
 * again.
 */
function makeProcedure(contract: Contract): AnyTRPCProcedure {
  const procedure = guardedBy(contract).input(contract.input);
  type Resolve = Parameters<typeof procedure.query>[0];
  const resolve: Resolve = ({ input, ctx }) =>
    callLogged(contract, input, ctx.call).finally(() => {
      if (ctx.call.replayed) ctx.reportReplayed();
    });
  return contract.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

function makeProcedures<Contracts extends readonly Contract[]>(contracts: Contracts): ProceduresOf<Contracts> {
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const contract of contracts) procedures[contract.name] = makeProcedure(contract);
  // safe: one for each contract, under its name, with its schemas and its method
  return procedures as ProceduresOf<Contracts>;
}

const CONTRACTS: ServedContracts = [...CUSTOMER_ACTIONS, ...OPERATOR_ENDPOINTS];

/** Every operation of the customer API and the operator API as a tRPC procedure under its contract's name. */
export const router: AppRouter<RouterContext> = t.router(makeProcedures(CONTRACTS));
