import type { IncomingMessage } from 'node:http';
import { DEMO_SEGMENTS, isReservedSlug } from '@parley/common/workspace/reserved-slugs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Handles one request; a thrown error becomes the error body. */
export type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A request and its method, while its address is looked up under `GET`. */
interface Routed extends IncomingMessage {
  [METHOD]?: string | undefined;
}
const METHOD = Symbol('method');

/**
 * Routes every method of an address to one handler. Registering each address under all 34 methods of Node would take
 * 8 MB, so each is registered under GET, and {@link hideMethod} makes every request look like GET to the router.
 */
export function routeEveryMethod(app: FastifyInstance, url: string, handle: Handle): void {
  const [, first = ''] = url.split('/');
  if (!(first.startsWith(':') || isReservedSlug(first) || DEMO_SEGMENTS.has(first)))
    throw new Error(`The first segment of ${url} is missing in FIRST_SEGMENTS: a tenant could have it as its slug.`);
  app.get(url, handle);
}

/** Before the look-up. Node has already applied the method to the response (HEAD has no body). */
export function hideMethod(request: Routed): void {
  if (request.method === 'GET') return;
  request[METHOD] = request.method;
  request.method = 'GET';
}

/** After the look-up: everything else sees the method that was sent. */
export function restoreMethod(request: Routed): void {
  const method = request[METHOD];
  if (method !== undefined) request.method = method;
}
