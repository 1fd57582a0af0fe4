import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { deleteCannedReply as contract } from '@parley/common/contracts/console/canned-replies';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteReply } from '../storage/canned-reply-store.ts';

/** Errors: unknown_canned_reply. */
export async function deleteCannedReply(
  { database }: InboxService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  if (!(await deleteReply(database.prisma, tenantIdOf(context), id))) throw new AppError('unknown_canned_reply');
  return { ok: true };
}
