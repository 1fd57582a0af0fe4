import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { listViews as contract } from '@parley/common/contracts/console/saved-views';
import type { OutputOf } from '@parley/common/define-contract';
import { mayShare, toViewAnswer } from '../domain/saved-view.ts';
import type { AccountsService } from '../service.ts';
import { findViews } from '../storage/view-store.ts';

/** The caller's own views, then those of the workspace. */
export async function listViews(
  { database }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { memberId, roles } = memberOf(context);
  const tenantId = tenantIdOf(context);
  const own = memberId === null ? [] : [{ tenantId, memberId }];
  const views = await findViews(database.prisma, [...own, { tenantId, memberId: null }]);
  return { items: views.map(toViewAnswer), mayShare: mayShare(roles) };
}
