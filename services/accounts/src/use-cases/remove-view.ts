import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { deleteView as contract } from '@parley/common/contracts/console/saved-views';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { changeableScopes } from '../domain/saved-view.ts';
import type { AccountsService } from '../service.ts';
import { deleteView } from '../storage/view-store.ts';

/** Errors: unknown_view, also for a view that the caller sees but may not delete. */
export async function removeView(
  { database }: AccountsService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const scopes = changeableScopes(memberOf(context), tenantIdOf(context));
  if (!(await deleteView(database.prisma, scopes, id))) throw new AppError('unknown_view');
  return { ok: true };
}
