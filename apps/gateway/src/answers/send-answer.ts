import type { HttpErrorBody } from '@parley/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildError, type ErrorAnswer } from './build-error.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a value as the JSON body of a success. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(value));
}

/** The messages of an error and its causes. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [reasonOf(error.cause)])].join(': ')
    : String(error);

/** Stores an answer and its code for the logs and the metrics; logs bugs and outages with their cause and the request id. */
export function noteError(request: FastifyRequest, { status, code, body }: ErrorAnswer, error: unknown): void {
  const { id, logger, method, operation, routeOptions } = request;
  const about = { request_id: id, method, route: routeOptions.url, operation, code };
  if (status === 500) logger.error('request.failed', { err: error, ...about }, 'A request failed.');
  // The text of a provider's error (502) may contain personal data; the reason for a 503 does not.
  else if (status === 503)
    logger.warn('request.unserved', { ...about, reason: reasonOf(error) }, 'A request could not be served.');
  else if (status > 500) logger.warn('request.unserved', about, 'A request could not be served.');
  request.errorCode = code;
  request.errorAnswer = body;
}

/** Sends an error (docs/reference/errors.md#error-body). */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const answer = buildError(error, reply.request);
  noteError(reply.request, answer, error);
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(answer.body));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code that was sent, for the log and the metrics. */
    errorCode: string | null;
    /** The error that was sent, for the log of requests. */
    errorAnswer: HttpErrorBody | null;
    /** The action or route under which the request is counted. */
    operation: string;
  }
}
