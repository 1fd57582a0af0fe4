import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { createCannedReply as contract, REPLIES_MAX } from '@parley/common/contracts/console/canned-replies';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { InboxService } from '../service.ts';
import { countReplies, insertReply, lockReplies, toReplyView } from './canned-reply.store.ts';

/** Errors: too_many_canned_replies. */
export const createCannedReply = verb(contract, async ({ database, now }: InboxService, { title, text }, context) => {
  const tenantId = tenantIdOf(context);
  return database.prismaTransaction(async ({ sql, prisma }) => {
    await lockReplies(sql, tenantId);
    if ((await countReplies(prisma, tenantId)) >= REPLIES_MAX) throw new AppError('too_many_canned_replies');
    const createdAt = now();
    const replyId = makeId('rpl', createdAt.getTime());
    const reply = { replyId, title, text, createdAt, updatedAt: createdAt };
    await insertReply(prisma, tenantId, reply);
    return toReplyView(reply);
  });
});
