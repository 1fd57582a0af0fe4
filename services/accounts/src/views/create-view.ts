import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { createView as contract, VIEWS_MAX } from '@parley/common/contracts/console/saved-views';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { AccountsService } from '../service.ts';
import { checkScope, lastPosition, toViewAnswer } from './view.rules.ts';
import { insertView, lockViews } from './view.store.ts';

/** Errors: permission_denied, too_many_views. */
export const createView = verb(
  contract,
  async ({ database, now }: AccountsService, { name, filter, isShared }, context) => {
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
  },
);
