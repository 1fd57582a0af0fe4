import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { orderViews as contract } from '@parley/common/contracts/console/saved-views';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { checkScope, reorder } from '../domain/saved-view.ts';
import type { AccountsService } from '../service.ts';
import { lockViews, saveOrder } from '../storage/view-store.ts';

/** Errors: permission_denied. */
export async function orderViews(
  { database }: AccountsService,
  { isShared, order }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const scope = checkScope(memberOf(context), tenantIdOf(context), isShared);
  await database.prismaTransaction(async (transaction) => {
    const views = await lockViews(transaction, scope);
    await saveOrder(transaction.sql, scope.tenantId, reorder(views, order));
  });
  return { ok: true };
}
