import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { updateCannedReply as contract } from '@parley/common/contracts/console/canned-replies';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { findReply, lockReplies, saveReply, toReplyView } from './canned-reply.store.ts';

/** Errors: unknown_canned_reply. */
export const updateCannedReply = verb(
  contract,
  async ({ database, now }: InboxService, { id: replyId, title, text }, context) => {
    const tenantId = tenantIdOf(context);
    return database.prismaTransaction(async ({ sql, prisma }) => {
      // The folded form has both fields: two changes at once would each keep the other's old one.
      await lockReplies(sql, tenantId);
      const before = await findReply(prisma, tenantId, replyId);
      if (!before) throw new AppError('unknown_canned_reply');
      const after = { ...before, title: title ?? before.title, text: text ?? before.text, updatedAt: now() };
      await saveReply(prisma, tenantId, after);
      return toReplyView(after);
    });
  },
);
