import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { listAudit as contract } from '@parley/common/contracts/console/workspace';
import type { AccountsService } from '../service.ts';
import { DEPLOYMENT } from './audit.rules.ts';
import { listAuditOfScope } from './list-audit.steps.ts';

/** The audit log of the session's tenant; of the deployment for an operator who acts as none. */
export const listAudit = verb(contract, async (service: AccountsService, input, context) => {
  return listAuditOfScope(service, memberOf(context).tenantId ?? DEPLOYMENT, input);
});
