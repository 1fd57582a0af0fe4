import type { settleAudit as contract } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { saveAuditOutcome } from '../storage/audit-store.ts';

/** Adds the outcome to the entry of a change, once. */
export async function settleAudit(
  { database }: AccountsService,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  await saveAuditOutcome(database.prisma, input);
  return {};
}
