import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers one request; a thrown error becomes the error body. */
export type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A request and its method, while its address is looked up under `GET`. */
interface Routed extends IncomingMessage {
  [METHOD]?: string | undefined;
}
const METHOD = Symbol('method');

/**
 * Routes every method to the handler of its address. Registered under each of the 34 methods that Node knows, the addresses would
 * take 8 MB: so they are registered under one, and {@link hideMethod} looks all of them up there.
 */
export const routeEveryMethod = (app: FastifyInstance, url: string, handle: Handle): void => void app.get(url, handle);

/** Before the look-up. Node has read from the method by then what it means for the answer. */
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
