import { verb } from '@parley/bus/verb';
import { listDeploymentAudit as contract } from '@parley/common/contracts/console/workspace';
import type { AccountsService } from '../service.ts';
import { DEPLOYMENT } from './audit.rules.ts';
import { listAuditOfScope } from './list-audit.steps.ts';

export const listDeploymentAudit = verb(contract, async (service: AccountsService, input) => {
  return listAuditOfScope(service, DEPLOYMENT, input);
});
