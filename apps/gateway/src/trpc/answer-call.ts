import type { ErrorCode } from '@parley/common/error-catalogue';
import { AppError } from '@parley/common/errors';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildError } from '../answers/build-error.ts';
import { JSON_TYPE, noteError } from '../answers/send-answer.ts';
import { parseJsonObject } from '../input/parse-json-body.ts';
import { readOptionalJsonObject } from '../input/read-json-object.ts';
import { causeOf } from './format-error.ts';

/** The JSON object that tRPC puts into a query's `input` or into the body; without one, no fields. */
export async function readCallInput(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { batch, input } = request.query as Record<string, unknown>; // safe: parsed query
  if (batch !== undefined)
    throw new AppError('invalid_request', {
      message: 'Batched calls are not supported: use a link that sends one call a request.',
    });
  if (request.method === 'GET') return input === undefined ? {} : parseJsonObject(Buffer.from(String(input)));
  return readOptionalJsonObject(request);
}

interface Served {
  /** Path before the procedure's name. */
  endpoint: string;
  router: AnyTRPCRouter;
  makeContext(request: FastifyRequest, reply: FastifyReply): object;
  /** The code that means that there is nothing: it is answered with status 200. */
  absenceOf?(procedure: string): ErrorCode | undefined;
  /** For a procedure whose answer is a stream: the signal that ends it. */
  signalFor?(procedure: string, reply: FastifyReply): AbortSignal | null;
}

/** Runs one procedure of a router through tRPC. The gateway reads the body, after it authenticated the sender. */
export const makeAnswerCall =
  ({ endpoint, router, makeContext, absenceOf, signalFor }: Served) =>
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
      createContext: () => makeContext(request, reply),
      onError: ({ error }) => {
        const cause = causeOf(error);
        const answer = buildError(cause, request.id);
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
