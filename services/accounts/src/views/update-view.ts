import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { updateView as contract } from '@parley/common/contracts/console/saved-views';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { changeableScopes, toViewAnswer } from './view.rules.ts';
import { saveView } from './view.store.ts';

/** Errors: unknown_view, also for a view that the caller sees but may not change. */
export const updateView = verb(contract, async ({ database }: AccountsService, { id, ...changes }, context) => {
  const scopes = changeableScopes(memberOf(context), tenantIdOf(context));
  const changed = await saveView(database.prisma, scopes, id, changes);
  if (!changed) throw new AppError('unknown_view');
  return toViewAnswer(changed);
});
