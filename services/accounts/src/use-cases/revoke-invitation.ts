import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { revokeInvitation as contract } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { deleteInvitation } from '../storage/link-store.ts';

/** Errors: unknown_invitation. */
export async function revokeInvitation(
  { database, now }: AccountsService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const isDeleted = await deleteInvitation(database.prisma, tenantIdOf(context), id, now());
  if (!isDeleted) throw new AppError('unknown_invitation');
  return { ok: true };
}
