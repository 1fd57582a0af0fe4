import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A static file and its ETag, with which a client that has the file only checks whether it changed. */
export interface Asset {
  type: string;
  body: Buffer | string;
  etag: string;
}

export const makeAsset = (type: string, body: Buffer | string): Asset => ({
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

/**
 * Sends the file, or 304 to a client that has it. Clients revalidate each time unless `cacheControl` says otherwise.
 */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag }: Asset,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', type).send(body);
}
