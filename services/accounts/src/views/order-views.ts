import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { orderViews as contract } from '@parley/common/contracts/console/saved-views';
import type { AccountsService } from '../service.ts';
import { checkScope, reorder } from './view.rules.ts';
import { lockViews, saveOrder } from './view.store.ts';

/** Errors: permission_denied. */
export const orderViews = verb(contract, async ({ database }: AccountsService, { isShared, order }, context) => {
  const scope = checkScope(memberOf(context), tenantIdOf(context), isShared);
  await database.prismaTransaction(async (transaction) => {
    const views = await lockViews(transaction, scope);
    await saveOrder(transaction.sql, scope.tenantId, reorder(views, order));
  });
  return { ok: true };
});
