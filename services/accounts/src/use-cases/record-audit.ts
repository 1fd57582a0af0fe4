import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { recordAudit as contract } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { actorOf } from '../domain/audit-entry.ts';
import type { AccountsService } from '../service.ts';
import { insertAuditEntry } from '../storage/audit-store.ts';

/** Writes an entry before the change that it records (docs/reference/console.md#audit-log). Errors: unknown_tenant. */
export async function recordAudit(
  { database, now }: AccountsService,
  { action, input, slug }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const actor = actorOf(context, slug === undefined ? null : await tenantOfSlug(database, slug));
  const { address } = visitorOf(context);
  const { requestId } = context;
  const entry = { ...actor, at: now(), address, action, input, outcome: null, requestId };
  return { id: await insertAuditEntry(database.prisma, entry) };
}
