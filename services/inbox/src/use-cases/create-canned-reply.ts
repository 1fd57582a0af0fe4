import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import { type createCannedReply as contract, REPLIES_MAX } from '@parley/common/contracts/console/canned-replies';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { foldReply, toReplyView } from '../domain/canned-reply.ts';
import type { InboxService } from '../service.ts';
import { countReplies, insertReply, lockReplies } from '../storage/canned-reply-store.ts';

/** Errors: too_many_canned_replies. */
export async function createCannedReply(
  { database, now }: InboxService,
  { title, text }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  return database.prismaTransaction(async ({ sql, prisma }) => {
    await lockReplies(sql, tenantId);
    if ((await countReplies(prisma, tenantId)) >= REPLIES_MAX) throw new AppError('too_many_canned_replies');
    const createdAt = now();
    const replyId = makeId('rpl', createdAt.getTime());
    const reply = { replyId, title, text, createdAt, updatedAt: createdAt };
    await insertReply(prisma, tenantId, { ...reply, folded: foldReply(reply) });
    return toReplyView(reply);
  });
}
