import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { updateCannedReply as contract } from '@parley/common/contracts/console/canned-replies';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { foldReply, toReplyView } from '../domain/canned-reply.ts';
import type { InboxService } from '../service.ts';
import { findReply, lockReplies, saveReply } from '../storage/canned-reply-store.ts';

/** Errors: unknown_canned_reply. */
export async function updateCannedReply(
  { database, now }: InboxService,
  { id: replyId, title, text }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  return database.prismaTransaction(async ({ sql, prisma }) => {
    // The folded form has both fields: two changes at once would each keep the other's old one.
    await lockReplies(sql, tenantId);
    const before = await findReply(prisma, tenantId, replyId);
    if (!before) throw new AppError('unknown_canned_reply');
    const after = { ...before, title: title ?? before.title, text: text ?? before.text, updatedAt: now() };
    await saveReply(prisma, tenantId, after, foldReply(after));
    return toReplyView(after);
  });
}
