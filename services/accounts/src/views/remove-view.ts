import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { deleteView as contract } from '@parley/common/contracts/console/saved-views';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { changeableScopes } from './view.rules.ts';
import { deleteView } from './view.store.ts';

/** Errors: unknown_view, also for a view that the caller sees but may not delete. */
export const removeView = verb(contract, async ({ database }: AccountsService, { id }, context) => {
  const scopes = changeableScopes(memberOf(context), tenantIdOf(context));
  if (!(await deleteView(database.prisma, scopes, id))) throw new AppError('unknown_view');
  return { ok: true };
});
