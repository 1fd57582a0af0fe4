import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { deleteCannedReply as contract } from '@parley/common/contracts/console/canned-replies';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteReply } from './canned-reply.store.ts';

/** Errors: unknown_canned_reply. */
export const deleteCannedReply = verb(contract, async ({ database }: InboxService, { id }, context) => {
  if (!(await deleteReply(database.prisma, tenantIdOf(context), id))) throw new AppError('unknown_canned_reply');
  return { ok: true };
});
