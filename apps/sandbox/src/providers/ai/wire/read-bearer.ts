import type { FastifyRequest } from 'fastify';

/** The bearer of a request; null where it has none. */
export function readBearer(request: FastifyRequest): string | null {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  return token ?? null;
}

/** A header that holds a key; null where it is absent. */
export function readKeyHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
