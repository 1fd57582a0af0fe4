import { verb } from '@parley/bus/verb';
import { visitorOf } from '@parley/common/call-context';
import { recordAudit as contract } from '@parley/common/contracts/internal/console-session';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { actorOf, dayOf, MAX_ENTRIES_PER_DAY, tooManyChanges } from './audit.rules.ts';
import { countAuditEntry, insertAuditEntry } from './audit.store.ts';

/**
 * Writes an entry before the change that it records (docs/reference/console.md#audit-log). A member and a key have a
 * limit for each day (docs/reference/console.md#limits-of-members). Errors: unknown_tenant, rate_limited.
 */
export const recordAudit = verb(
  contract,
  async ({ database, now }: AccountsService, { action, input, slug }, context) => {
    const actor = actorOf(context, slug === undefined ? null : await tenantOfSlug(database, slug));
    const at = now();
    const who = actor.memberId ?? actor.instanceId;
    // Counted by itself: what was refused counts too, and the entry is not written.
    if (who !== null && (await countAuditEntry(database, who, dayOf(at))) > MAX_ENTRIES_PER_DAY)
      throw tooManyChanges(at);
    const { address } = visitorOf(context);
    const { requestId } = context;
    const entry = { ...actor, at, address, action, input, outcome: null, requestId };
    return { id: await insertAuditEntry(database.prisma, entry) };
  },
);
