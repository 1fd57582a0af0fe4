import { type CallContext, memberOf } from '@parley/common/call-context';
import type { listAudit as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { DEPLOYMENT } from '../domain/audit-entry.ts';
import type { AccountsService } from '../service.ts';
import { listAuditOfScope } from './list-audit-of-scope.ts';

/** The audit log of the session's tenant; of the deployment for an operator who acts as none. */
export async function listAudit(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  return listAuditOfScope(service, memberOf(context).tenantId ?? DEPLOYMENT, input);
}
