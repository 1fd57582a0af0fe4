import { isLoggedOfApis } from '@parley/common/contracts/audited-changes';
import type { Contract } from '@parley/common/define-contract';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import type { Audited, RequestContext } from '../request-context.ts';

/** What a request of the APIs needs beside its caller for its entry in the audit log; nothing where it gets none, as a send. */
export type AuditFor = (contract: Contract, request: FastifyRequest) => Pick<RequestContext, 'audited' | 'visitor'>;

export const makeAuditFor =
  ({ audited, isShared }: { audited: Audited; isShared: IsIn }): AuditFor =>
  ({ name }, request) =>
    isLoggedOfApis(name) ? { audited, visitor: visitorOf(request, isShared) } : {};
