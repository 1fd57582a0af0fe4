import type { FastifyRequest } from 'fastify';
import { describeFields } from './describe-fields.ts';
import type { RequestLog } from './request-log.ts';

/** A request of the customer API, as far as it is known. */
export interface CustomerRequest {
  /** From the address until the key is known. */
  tenantSlug: string | null;
  tenantId: number | null;
  instanceId: string | null;
  fields: Record<string, unknown> | null;
}

const NAME_MAX = 64;
const METHOD_MAX = 16;

/** Logs an answered request if it was one of the customer API and named a tenant. */
export function logRequest(
  log: RequestLog,
  request: FastifyRequest,
  { method, status, tookMs }: { method: string; status: number; tookMs: number },
): void {
  const { customer } = request;
  if (!customer || customer.tenantSlug === null) return;
  const durationMs = Math.round(tookMs);
  log.note({
    requestId: request.id,
    tenantSlug: customer.tenantSlug.slice(0, NAME_MAX),
    tenantId: customer.tenantId,
    instanceId: customer.instanceId,
    at: Date.now() - durationMs,
    action: request.operation.slice(0, NAME_MAX),
    method: method.slice(0, METHOD_MAX),
    status,
    code: request.errorCode,
    durationMs,
    address: request.clientAddress.slice(0, NAME_MAX),
    body: describeFields(request.operation, customer.fields),
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a request of the customer API is answered. */
    customer: CustomerRequest | null;
  }
}
