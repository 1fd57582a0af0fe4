import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers one request; a thrown error becomes the error body. */
export type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** 405 with the `Allow` header (docs/reference/requests.md#order-of-the-checks). */
export function methodNotAllowed(allow: readonly string[]): AppError {
  return new AppError('method_not_allowed', {
    message: `This method is not allowed here; use ${allow.join(' or ')}.`,
    allow: [...allow],
  });
}

/** Registers an address's handlers by method; `before` runs for every method, including refused ones. */
export function routeMethods(
  app: FastifyInstance,
  url: string,
  handlers: Readonly<Record<string, Handle>>,
  options: { operation: string; before?: (request: FastifyRequest) => void },
): void {
  const byMethod = new Map(Object.entries(handlers));
  app.all(url, async (request, reply) => {
    request.operation = options.operation;
    options.before?.(request);
    const handle = byMethod.get(request.method);
    if (!handle) throw methodNotAllowed([...byMethod.keys()]);
    return handle(request, reply);
  });
}
