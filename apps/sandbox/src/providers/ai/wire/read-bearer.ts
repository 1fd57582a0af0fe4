import type { FastifyRequest } from 'fastify';

/** The bearer token of a request; null if it has none. */
export function readBearer(request: FastifyRequest): string | null {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  return token ?? null;
}

/** A header with a key; null if it is absent. */
export function readKeyHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
