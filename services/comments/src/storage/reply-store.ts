import { JSON_NULL } from '@parley/database/json-null';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { z } from 'zod';
import { type CommentAccount, commentKey, type StoredComment } from '../domain/comment.ts';
import { intentOfKept, type KeptReply, type PrivateAnswer, type ReplyIntent } from '../domain/reply-intent.ts';

export interface NewReply {
  tenantId: number;
  comment: StoredComment;
  instanceId: string;
  idempotencyKey: string | null;
  text: string;
  at: Date;
}

/** Public replies of the service. */
export interface ReplyStore {
  /** Inserts the intent, or returns the one that the same Idempotency-Key left in the last 24 h. */
  beginReply(reply: NewReply): Promise<ReplyIntent>;
  /** The reply was published: stores it as an own comment, and marks the answered comment in the same transaction. */
  finishReply(intent: ReplyIntent, account: CommentAccount, given: NewReply, replyId: string): Promise<void>;
  /** The provider refused the reply: nothing was published. */
  dropReply(intent: ReplyIntent): Promise<void>;
  /** It is unknown whether it was published. */
  markReplyUnknown(intent: ReplyIntent): Promise<void>;
  keepPrivateAnswer(intent: ReplyIntent, answer: PrivateAnswer): Promise<void>;
}

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

const markReplied = defineStatement({
  name: 'comments.mark-replied',
  text: 'UPDATE comments SET replied_at = coalesce(replied_at, $3) WHERE id = $1 AND tenant_id = $2',
  params: { id: 'int8', tenantId: 'int4', at: 'timestamptz' },
});

export function makeReplyStore(database: Pick<PrismaDatabase, 'prisma' | 'prismaTransaction'>): ReplyStore {
  const replies = database.prisma.commentReply;

  /** The stored reply of an earlier run of the same request. */
  async function findKept(instanceId: string, idempotencyKey: string): Promise<KeptReply | null> {
    const where = { instanceId_idempotencyKey: { instanceId, idempotencyKey } };
    const kept = await replies.findUnique({ where, select: KEPT });
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

  async function beginReply({ tenantId, comment, instanceId, idempotencyKey, text, at }: NewReply) {
    const asked = { commentRowId: comment.id, text };
    const reply = {
      tenantId,
      instanceId,
      idempotencyKey,
      text,
      commentRowId: BigInt(comment.id),
      createdAt: at,
    };
    for (let look = 0; look < MAX_LOOKS; look++) {
      // Skipped when the key is taken.
      const [made] = await replies.createManyAndReturn({ data: [reply], select: { id: true }, skipDuplicates: true });
      if (made)
        return { id: String(made.id), status: 'new', replyId: null, privateAnswer: null, isSame: true } as const;
      if (idempotencyKey === null) break;
      const kept = await findKept(instanceId, idempotencyKey);
      const intent = kept && intentOfKept(kept, asked, at);
      if (intent) return intent;
      if (kept) await replies.updateMany({ where: { id: BigInt(kept.id) }, data: { idempotencyKey: null } });
    }
    throw new Error('A reply was neither written nor found.');
  }

  return {
    beginReply,
    finishReply: ({ id }, account, { tenantId, comment, text, at }, replyId) =>
      database.prismaTransaction(async ({ prisma, sql }) => {
        await prisma.commentReply.updateMany({ where: { id: BigInt(id) }, data: { status: 'posted', replyId } });
        await markReplied.run(sql, { id: comment.id, tenantId, at });
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
        // Skipped when the platform reported it first.
        await prisma.comment.createMany({ data: [own], skipDuplicates: true });
      }),
    async dropReply({ id }) {
      await replies.deleteMany({ where: { id: BigInt(id) } });
    },
    async markReplyUnknown({ id }) {
      await replies.updateMany({ where: { id: BigInt(id) }, data: { status: 'unknown' } });
    },
    async keepPrivateAnswer({ id }, answer) {
      await replies.updateMany({ where: { id: BigInt(id) }, data: { privateMessage: answer ?? JSON_NULL } });
    },
  };
}
