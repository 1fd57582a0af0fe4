import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { listViews as contract } from '@parley/common/contracts/console/saved-views';
import type { AccountsService } from '../service.ts';
import { mayShare, toViewAnswer } from './view.rules.ts';
import { findViews } from './view.store.ts';

/** The caller's own views, then those of the workspace. */
export const listViews = verb(contract, async ({ database }: AccountsService, _input, context) => {
  const { memberId, roles } = memberOf(context);
  const tenantId = tenantIdOf(context);
  const own = memberId === null ? [] : [{ tenantId, memberId }];
  const views = await findViews(database.prisma, [...own, { tenantId, memberId: null }]);
  return { items: views.map(toViewAnswer), mayShare: mayShare(roles) };
});
