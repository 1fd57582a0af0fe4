import { casingOf } from '@parley/common/casing/contract-casing';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import type { ConsoleProcedures, ConsoleRouter } from '@parley/common/contracts/console/console-router';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import { z } from 'zod';
import { makeInputShape } from '../input/input-shape.ts';
import { pruneBody } from '../input/prune-input.ts';
import { refuseFields } from '../parse-input.ts';
import type { Audited } from '../request-context.ts';
import { formatError } from '../trpc/format-error.ts';
import type { ConsoleContext, ConsoleOperation } from './console-context.ts';
import type { FollowEvents } from './live/follow-events.ts';
import type { Presence } from './presence/start-presence.ts';
import { makeRunOperation, scopeFields, targetOf } from './run-operation.ts';

const PING_MS = 15_000;
/** After this time the browser reconnects, to any gateway that the load balancer chooses. */
const STREAM_MAX_MS = 30 * 60_000;

const t = initTRPC.context<ConsoleContext>().create({
  errorFormatter: formatError,
  isDev: false,
  sse: {
    ping: { enabled: true, intervalMs: PING_MS },
    maxDurationMs: STREAM_MAX_MS,
    client: { reconnectAfterInactivityMs: 2 * PING_MS },
  },
});

interface Runs {
  runOperation: ReturnType<typeof makeRunOperation>;
  followEvents: FollowEvents;
}

export const isStream = (operation: ConsoleOperation): boolean =>
  'isStream' in operation && operation.isStream === true;

/** Authenticates before the input is read; reports refused fields as the other APIs do. */
function makeProcedure(operation: ConsoleOperation, { runOperation, followEvents }: Runs): AnyTRPCProcedure {
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
  if (isStream(operation))
    return procedure.subscription(({ input, ctx, signal = new AbortController().signal }) =>
      followEvents({
        input: casingOf(liveEvents).toBus(liveEvents.input.parse(input)),
        request: ctx.request,
        admitAgain: () => ctx.admit(operation),
        signal,
      }),
    );
  type Resolve = Parameters<typeof procedure.query>[0];
  const resolve: Resolve = ({ input, ctx }) => runOperation(operation, { input, request: ctx.request, context: ctx });
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

interface RouterParts {
  audited: Audited;
  presence: Presence;
  followEvents: FollowEvents;
}

/** Every operation of the console as a tRPC procedure under its name. */
export function makeConsoleRouter({ followEvents, ...parts }: RouterParts): ConsoleRouter<ConsoleContext> {
  const runs = { runOperation: makeRunOperation(parts), followEvents };
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const operation of CONSOLE_CONTRACTS) procedures[operation.name] = makeProcedure(operation, runs);
  // safe: one for each operation, under its name, with its schemas and its method
  return t.router(procedures as ConsoleProcedures);
}
