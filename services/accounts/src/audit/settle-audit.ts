import { verb } from '@parley/bus/verb';
import { settleAudit as contract } from '@parley/common/contracts/internal/console-session';
import type { AccountsService } from '../service.ts';
import { saveAuditOutcome } from './audit.store.ts';

/** Adds the outcome to the entry of a change, once. */
export const settleAudit = verb(contract, async ({ database }: AccountsService, input) => {
  await saveAuditOutcome(database.prisma, input);
  return {};
});
