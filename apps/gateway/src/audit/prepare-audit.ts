import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { Audited, RequestContext } from '../pipeline/request-context.ts';

/** The audit facts of an API request, besides its caller. */
export interface AuditAccess {
  audited: Audited;
  /** Whether an address has more than one caller. */
  isShared: IsIn;
}

/** Prepares the context of a request for its entry in the audit log; a send, for example, has none. */
export function prepareAudit(
  { audited, isShared }: AuditAccess,
  request: FastifyRequest,
  { isAudited }: Operation,
  context: RequestContext,
): void {
  if (!isAudited) return;
  context.audited = audited;
  context.visitor = visitorOf(request, isShared);
}
