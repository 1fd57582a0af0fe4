import type { listDeploymentAudit as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { DEPLOYMENT } from '../domain/audit-entry.ts';
import type { AccountsService } from '../service.ts';
import { listAuditOfScope } from './list-audit-of-scope.ts';

export async function listDeploymentAudit(
  service: AccountsService,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return listAuditOfScope(service, DEPLOYMENT, input);
}
