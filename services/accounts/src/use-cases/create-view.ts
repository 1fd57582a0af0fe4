import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { type createView as contract, VIEWS_MAX } from '@parley/common/contracts/console/saved-views';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { checkScope, lastPosition, toViewAnswer } from '../domain/saved-view.ts';
import type { AccountsService } from '../service.ts';
import { insertView, lockViews } from '../storage/view-store.ts';

/** Errors: permission_denied, too_many_views. */
export async function createView(
  { database, now }: AccountsService,
  { name, filter, isShared }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const scope = checkScope(memberOf(context), tenantIdOf(context), isShared);
  return database.prismaTransaction(async (transaction) => {
    const views = await lockViews(transaction, scope);
    if (views.length >= VIEWS_MAX) throw new AppError('too_many_views');
    const createdAt = now();
    const viewId = makeId('viw', createdAt.getTime());
    const view = { viewId, memberId: scope.memberId, name, filter, position: lastPosition(views) };
    await insertView(transaction.prisma, scope.tenantId, { ...view, createdAt });
    return toViewAnswer(view);
  });
}
