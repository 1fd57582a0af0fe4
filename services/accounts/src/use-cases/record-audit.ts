import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { recordAudit as contract } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { actorOf } from '../domain/audit-entry.ts';
import { dayOf, MAX_ENTRIES_PER_DAY, tooManyChanges } from '../domain/audit-limit.ts';
import type { AccountsService } from '../service.ts';
import { countAuditEntry } from '../storage/audit-count-store.ts';
import { insertAuditEntry } from '../storage/audit-store.ts';

/**
 * Writes an entry before the change that it records (docs/reference/console.md#audit-log). A member and a key have a
 * limit for each day (docs/reference/console.md#limits-of-members). Errors: unknown_tenant, rate_limited.
 */
export async function recordAudit(
  { database, now }: AccountsService,
  { action, input, slug }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const actor = actorOf(context, slug === undefined ? null : await tenantOfSlug(database, slug));
  const at = now();
  const who = actor.memberId ?? actor.instanceId;
  // Counted by itself: what was refused counts too, and the entry is not written.
  if (who !== null && (await countAuditEntry(database, who, dayOf(at))) > MAX_ENTRIES_PER_DAY) throw tooManyChanges(at);
  const { address } = visitorOf(context);
  const { requestId } = context;
  const entry = { ...actor, at, address, action, input, outcome: null, requestId };
  return { id: await insertAuditEntry(database.prisma, entry) };
}
