import type { FastifyReply } from 'fastify';
import { buildError } from './build-error.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a value as the JSON body of a success. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(value));
}

/**
 * Sends an error (docs/reference/errors.md#error-body); a bug or an outage is logged with its cause and the request id.
 */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { id, log, method, routeOptions } = reply.request;
  const answer = buildError(error, id);
  const about = { request_id: id, method, route: routeOptions.url, code: answer.code };
  if (answer.status === 500) log.error({ err: error, ...about }, 'A request failed.');
  else if (answer.status > 500) log.warn(about, 'A request could not be served.');
  reply.request.errorCode = answer.code;
  return reply.code(answer.status).headers(answer.headers).header('content-type', JSON_TYPE).send(answer.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code that was answered, for the log and the metrics. */
    errorCode: string | null;
    /** The action or route under which the request is counted. */
    operation: string;
  }
}
