import { type CallContext, memberOf } from '@parley/common/call-context';
import type { actAsTenant as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { saveActingTenant } from '../storage/session-store.ts';

/** Sets the tenant as which the operator acts; null: none. Errors: unknown_tenant. */
export async function actAsTenant(
  { database, bus }: AccountsService,
  { slug }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { sessionId } = memberOf(context);
  await saveActingTenant(database.prisma, sessionId, slug === null ? null : await tenantOfSlug(database, slug));
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
}
