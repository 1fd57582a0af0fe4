import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import type { ConsoleProcedures, ConsoleRouter } from '@parley/common/contracts/console/console-router';
import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import { z } from 'zod';
import { makeInputShape } from '../input/input-shape.ts';
import { pruneBody } from '../input/prune-input.ts';
import { refuseFields } from '../parse-input.ts';
import { formatError } from '../trpc/format-error.ts';
import type { ConsoleContext, ConsoleOperation } from './console-context.ts';
import type { Audited } from './keep-audit.ts';
import { makeRunOperation, scopeFields, targetOf } from './run-operation.ts';

const t = initTRPC.context<ConsoleContext>().create({ errorFormatter: formatError, isDev: false });

/** Who asks is checked before the input is read; refused fields are reported as the other APIs do. */
function makeProcedure(
  operation: ConsoleOperation,
  runOperation: ReturnType<typeof makeRunOperation>,
): AnyTRPCProcedure {
  const target = targetOf(operation);
  const shape = makeInputShape(target);
  const procedure = t.procedure
    .use(async ({ ctx, next }) => next({ ctx: { request: await ctx.admit(operation) } }))
    .use(async ({ ctx, next }) => {
      const fields = scopeFields(operation, pruneBody(shape, await ctx.readInput()), ctx.request);
      const result = await next({ getRawInput: async () => fields });
      if (result.ok || !(result.error.cause instanceof z.core.$ZodError)) return result;
      return refuseFields(shape, fields, result.error.cause);
    })
    .input(target.input);
  type Resolve = Parameters<typeof procedure.query>[0];
  const resolve: Resolve = ({ input, ctx }) => runOperation(operation, { input, request: ctx.request, context: ctx });
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** Every operation of the console as a tRPC procedure under its name. */
export function makeConsoleRouter(audited: Audited): ConsoleRouter<ConsoleContext> {
  const runOperation = makeRunOperation(audited);
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const operation of CONSOLE_CONTRACTS) procedures[operation.name] = makeProcedure(operation, runOperation);
  // safe: one for each operation, under its name, with its schemas and its method
  return t.router(procedures as ConsoleProcedures);
}
