import { type SpanStart, traceRequest } from '@parley/runtime/tracing/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Paths that machines request all the time, and files: spans of them would be useless. */
const UNTRACED = /^\/(?:healthz|readyz|metrics|console\/assets)(?:[/?]|$)/;

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

/**
 * Runs the rest of a request in a span, if it is one of those that are traced. The span continues the trace of the
 * caller's `traceparent`, but whether it is recorded is decided here: a caller could otherwise have all its requests
 * recorded (docs/operations/traces.md).
 */
export function runTraced(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const { method, url, headers } = request;
  const start: SpanStart = { name: method, kind: 'server', attributes: { 'parley.request_id': request.id } };
  const span = UNTRACED.test(url) ? null : traceRequest(textOf(headers.traceparent), start);
  if (span === null) {
    next();
    return;
  }
  reply.raw.once('close', () => {
    const { operation, customer } = request;
    span.end(operation, {
      'http.request.method': method,
      'http.response.status_code': request.served?.status ?? reply.statusCode,
      ...(customer?.tenantId ? { 'parley.tenant_id': customer.tenantId } : {}),
      ...(customer?.instanceId ? { 'parley.instance_id': customer.instanceId } : {}),
    });
  });
  span.enter(next);
}
