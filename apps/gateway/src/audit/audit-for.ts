import { isLoggedOfApis } from '@parley/common/contracts/audited-changes';
import type { Contract } from '@parley/common/define-contract';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import type { Audited, RequestContext } from '../request-context.ts';

/**
 * Context that an API request needs for its audit log entry besides its caller; empty for requests without an entry,
 * such as a send.
 */
export type AuditFor = (contract: Contract, request: FastifyRequest) => Pick<RequestContext, 'audited' | 'visitor'>;

export const makeAuditFor =
  ({ audited, isShared }: { audited: Audited; isShared: IsIn }): AuditFor =>
  ({ name }, request) =>
    isLoggedOfApis(name) ? { audited, visitor: visitorOf(request, isShared) } : {};
