import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { JSON_NULL } from '@parley/database/statements/json-null';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import { type CommentAccount, commentKey } from '../received/comment.rules.ts';
import { intentOfKept, type KeptReply, type NewReply, type PrivateAnswer, type ReplyIntent } from './reply.rules.ts';

type Database = Pick<PrismaDatabase, 'prisma'>;

/** Maximum tries: between two queries the key may be released or expire. */
const MAX_LOOKS = 5;

const KEPT = {
  id: true,
  status: true,
  replyId: true,
  privateMessage: true,
  commentRowId: true,
  text: true,
  createdAt: true,
} as const;
const Status = z.enum(['posting', 'posted', 'unknown']);

/** The stored reply of an earlier run of the same request. */
async function findKept({ prisma }: Database, instanceId: string, idempotencyKey: string): Promise<KeptReply | null> {
  const where = { instanceId_idempotencyKey: { instanceId, idempotencyKey } };
  const kept = await prisma.commentReply.findUnique({ where, select: KEPT });
  return (
    kept && {
      ...kept,
      id: String(kept.id),
      commentRowId: String(kept.commentRowId),
      status: Status.parse(kept.status),
      privateMessage: kept.privateMessage as PrivateAnswer, // safe: only keepPrivateAnswer writes it
    }
  );
}

/** Inserts the intent, or returns the one that the same Idempotency-Key left in the last 24 h. */
export async function beginReply(
  database: Database,
  { tenantId, comment, instanceId, idempotencyKey, text, at }: NewReply,
): Promise<ReplyIntent> {
  const replies = database.prisma.commentReply;
  const asked = { commentRowId: comment.id, text };
  const reply = { tenantId, instanceId, idempotencyKey, text, commentRowId: BigInt(comment.id), createdAt: at };
  for (let look = 0; look < MAX_LOOKS; look++) {
    // Skipped when the key is taken.
    const [made] = await replies.createManyAndReturn({ data: [reply], select: { id: true }, skipDuplicates: true });
    if (made) return { id: String(made.id), status: 'new', replyId: null, privateAnswer: null, isSame: true };
    if (idempotencyKey === null) break;
    const kept = await findKept(database, instanceId, idempotencyKey);
    const intent = kept && intentOfKept(kept, asked, at);
    if (intent) return intent;
    if (kept) await replies.updateMany({ where: { id: BigInt(kept.id) }, data: { idempotencyKey: null } });
  }
  throw new Error('A reply was neither written nor found.');
}

/** The reply was published under this id. */
export async function markPosted(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  { id }: ReplyIntent,
  replyId: string,
): Promise<void> {
  await prisma.commentReply.updateMany({ where: { id: BigInt(id) }, data: { status: 'posted', replyId } });
}

const setReplied = defineStatement({
  name: 'comments.mark-replied',
  text: 'UPDATE comments SET replied_at = coalesce(replied_at, $3) WHERE id = $1 AND tenant_id = $2',
  params: { id: 'int8', tenantId: 'int4', at: 'timestamptz' },
});

/** Marks the comment that the reply answers; the first answer is kept. */
export async function markReplied(sql: Sql, { comment, tenantId, at }: NewReply): Promise<void> {
  await setReplied.run(sql, { id: comment.id, tenantId, at });
}

/** Stores a published reply as an own comment, unless the platform reported it first. */
export async function insertOwnComment(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  account: CommentAccount,
  { tenantId, comment, text, at }: NewReply,
  replyId: string,
): Promise<void> {
  const own = {
    tenantId,
    channel: account.channel,
    channelAccountId: account.id,
    commentId: replyId,
    commentKey: commentKey(account.channel, replyId),
    postId: comment.postId,
    parentId: comment.commentId,
    text,
    authorId: account.externalId,
    authorName: account.name,
    isOwn: true,
    createdAt: at,
  };
  await prisma.comment.createMany({ data: [own], skipDuplicates: true });
}

/** The provider refused the reply: nothing was published. */
export async function dropReply({ prisma }: Database, { id }: ReplyIntent): Promise<void> {
  await prisma.commentReply.deleteMany({ where: { id: BigInt(id) } });
}

/** It is unknown whether the reply was published. */
export async function markReplyUnknown({ prisma }: Database, { id }: ReplyIntent): Promise<void> {
  await prisma.commentReply.updateMany({ where: { id: BigInt(id) }, data: { status: 'unknown' } });
}

export async function keepPrivateAnswer(
  { prisma }: Database,
  { id }: ReplyIntent,
  answer: PrivateAnswer,
): Promise<void> {
  await prisma.commentReply.updateMany({ where: { id: BigInt(id) }, data: { privateMessage: answer ?? JSON_NULL } });
}
