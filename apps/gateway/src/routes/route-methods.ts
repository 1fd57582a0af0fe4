import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import { routeEveryMethod } from './route-every-method.ts';

/** Answers one request; a thrown error becomes the error body. */
export type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Registers an address's handlers by method; every other method is 405. */
export function routeMethods(
  app: FastifyInstance,
  url: string,
  handlers: Readonly<Record<string, Handle>>,
  options: { operation: string },
): void {
  const byMethod = new Map(Object.entries(handlers));
  routeEveryMethod(app, url, async (request, reply) => {
    request.operation = options.operation;
    const handle = byMethod.get(request.method);
    if (!handle) throw methodNotAllowed([...byMethod.keys()]);
    return handle(request, reply);
  });
}
