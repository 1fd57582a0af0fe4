import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { updateView as contract } from '@parley/common/contracts/console/saved-views';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { changeableScopes, toViewAnswer } from '../domain/saved-view.ts';
import type { AccountsService } from '../service.ts';
import { saveView } from '../storage/view-store.ts';

/** Errors: unknown_view, also for a view that the caller sees but may not change. */
export async function updateView(
  { database }: AccountsService,
  { id, ...changes }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const scopes = changeableScopes(memberOf(context), tenantIdOf(context));
  const changed = await saveView(database.prisma, scopes, id, changes);
  if (!changed) throw new AppError('unknown_view');
  return toViewAnswer(changed);
}
