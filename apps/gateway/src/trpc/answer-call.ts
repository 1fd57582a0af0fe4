import type { ErrorCode } from '@parley/common/errors/error-catalogue';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildError } from '../answers/build-error.ts';
import { JSON_TYPE, noteError } from '../answers/send-answer.ts';
import { causeOf } from './format-error.ts';
import type { TrpcContext } from './make-router.ts';

interface Served {
  /** Path before the procedure's name. */
  endpoint: string;
  router: AnyTRPCRouter;
  /** The code that only means absence: its response has status 200. */
  absenceOf?(procedure: string): ErrorCode | undefined;
  /** The signal that ends the answer of a streaming procedure. */
  signalFor?(procedure: string, reply: FastifyReply): AbortSignal | null;
}

/** Handles a call through tRPC, which never sees the input: the pipeline reads it. */
export const makeAnswerCall =
  ({ endpoint, router, absenceOf, signalFor }: Served) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { procedure = '' } = request.params as { procedure?: string }; // safe: the route has this parameter
    const url = `http://gateway${endpoint}/${encodeURIComponent(procedure)}`;
    const signal = signalFor?.(procedure, reply) ?? null;
    const headers = { 'content-type': 'application/json' };
    let isAbsent = false;
    const response = await fetchRequestHandler({
      endpoint,
      req: new Request(url, { method: request.method, headers, signal }),
      router,
      allowBatching: false,
      createContext: (): TrpcContext => ({ request, reply }),
      onError: ({ error }) => {
        const cause = causeOf(error);
        const answer = buildError(cause, request);
        noteError(request, answer, cause);
        reply.headers(answer.headers);
        isAbsent = answer.code === absenceOf?.(procedure);
      },
    });
    for (const [name, value] of response.headers) reply.header(name, value);
    reply.code(isAbsent ? 200 : response.status);
    if (signal && response.body) return reply.send(response.body);
    return reply.header('content-type', JSON_TYPE).send(await response.text());
  };
