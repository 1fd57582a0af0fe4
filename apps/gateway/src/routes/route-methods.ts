import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import { type Handle, routeEveryMethod } from './route-every-method.ts';

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
