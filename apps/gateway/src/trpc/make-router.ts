import type { RouterError } from '@parley/common/contracts/app-router';
import { type AnyTRPCProcedure, initTRPC, type TRPCBuiltRouter, type TRPCRouterRecord } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Run } from '../pipeline/answer-request.ts';
import type { OpenStream } from '../pipeline/open-stream.ts';
import { formatError } from './format-error.ts';

const PING_MS = 15_000;
/** After this time the browser reconnects, to any gateway that the load balancer chooses. */
const STREAM_MAX_MS = 30 * 60_000;

/** The context of a procedure. */
export interface TrpcContext {
  request: FastifyRequest;
  reply: FastifyReply;
}

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter: formatError,
  isDev: false,
  sse: {
    ping: { enabled: true, intervalMs: PING_MS },
    maxDurationMs: STREAM_MAX_MS,
    client: { reconnectAfterInactivityMs: 2 * PING_MS },
  },
});

/** An operation as a procedure: tRPC finds it by its name and checks the method, the pipeline does everything else. */
export interface Procedure {
  name: string;
  method: string;
  isStream?: boolean;
  run: Run;
}

function makeProcedure({ method, isStream, run }: Procedure): AnyTRPCProcedure {
  if (isStream)
    return t.procedure.subscription(async ({ ctx, signal = new AbortController().signal }) => {
      const open = (await run(ctx.request, ctx.reply)) as OpenStream; // safe: the output of a stream
      return open(signal);
    });
  type Resolve = Parameters<typeof t.procedure.query>[0];
  const resolve: Resolve = ({ ctx }) => run(ctx.request, ctx.reply);
  return method === 'GET' ? t.procedure.query(resolve) : t.procedure.mutation(resolve);
}

/** A router of these procedures, typed by their contracts. */
export function makeRouter<Procedures extends TRPCRouterRecord>(
  procedures: readonly Procedure[],
): TRPCBuiltRouter<{ ctx: TrpcContext; meta: object; errorShape: RouterError; transformer: false }, Procedures> {
  const made = Object.fromEntries(procedures.map((procedure) => [procedure.name, makeProcedure(procedure)]));
  // safe: one for each contract, under its name, with its method; the pipeline parses by its schemas
  return t.router(made as unknown as Procedures);
}
