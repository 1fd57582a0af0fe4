import { json, oneOf, orNull } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import { defineStatement } from '@parley/database/statement';
import { type CommentAccount, commentKey, type StoredComment } from '../domain/comment.ts';
import { intentOfKept, type PrivateAnswer, type ReplyIntent } from '../domain/reply-intent.ts';

export interface NewReply {
  tenantId: number;
  comment: StoredComment;
  instanceId: string;
  idempotencyKey: string | null;
  text: string;
  at: Date;
}

/** Our public replies. */
export interface ReplyStore {
  /** Writes the intent; or finds the one that the same Idempotency-Key left in the last 24 h. */
  beginReply(reply: NewReply): Promise<ReplyIntent>;
  /** It was published: stores it as an own comment, in one transaction with the mark on the comment that it answers. */
  finishReply(intent: ReplyIntent, account: CommentAccount, given: NewReply, replyId: string): Promise<void>;
  /** The provider refused it: nothing was published. */
  dropReply(intent: ReplyIntent): Promise<void>;
  /** It is unknown whether it was published. */
  markReplyUnknown(intent: ReplyIntent): Promise<void>;
  keepPrivateAnswer(intent: ReplyIntent, answer: PrivateAnswer): Promise<void>;
}

/** Tries before giving up: between two queries the key may be released or expire. */
const MAX_LOOKS = 5;

const insertReply = defineStatement({
  name: 'comments.insert-reply',
  text: `INSERT INTO comment_replies (tenant_id, comment_row_id, instance_id, idempotency_key, text, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (instance_id, idempotency_key) DO NOTHING
         RETURNING id`,
  params: {
    tenantId: 'int4',
    commentRowId: 'int8',
    instanceId: 'text',
    idempotencyKey: 'text?',
    text: 'text',
    createdAt: 'timestamptz',
  },
  row: { id: 'int8' },
});

const findReply = defineStatement({
  name: 'comments.find-reply',
  text: `SELECT id, status, reply_id, private_message, comment_row_id, text, created_at FROM comment_replies
          WHERE instance_id = $1 AND idempotency_key = $2`,
  params: { instanceId: 'text', idempotencyKey: 'text' },
  row: {
    id: 'int8',
    status: oneOf('posting', 'posted', 'unknown'),
    replyId: 'text?',
    privateMessage: orNull(json<PrivateAnswer>()),
    commentRowId: 'int8',
    text: 'text',
    createdAt: 'timestamptz',
  },
});

const freeKey = defineStatement({
  name: 'comments.free-reply-key',
  text: 'UPDATE comment_replies SET idempotency_key = NULL WHERE id = $1',
  params: { id: 'int8' },
});

const markPosted = defineStatement({
  name: 'comments.mark-reply-posted',
  text: `UPDATE comment_replies SET status = 'posted', reply_id = $2 WHERE id = $1`,
  params: { id: 'int8', replyId: 'text' },
});

const markReplied = defineStatement({
  name: 'comments.mark-replied',
  text: 'UPDATE comments SET replied_at = coalesce(replied_at, $3) WHERE id = $1 AND tenant_id = $2',
  params: { id: 'int8', tenantId: 'int4', at: 'timestamptz' },
});

const insertOwnComment = defineStatement({
  name: 'comments.insert-own',
  text: `INSERT INTO comments (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, parent_id, text,
                               author_id, author_name, is_own, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11)
         ON CONFLICT (channel_account_id, comment_key) DO NOTHING`,
  params: {
    tenantId: 'int4',
    channel: 'text',
    channelAccountId: 'int4',
    commentId: 'text',
    commentKey: 'text',
    postId: 'text',
    parentId: 'text',
    text: 'text',
    authorId: 'text',
    authorName: 'text',
    createdAt: 'timestamptz',
  },
});

const deleteReply = defineStatement({
  name: 'comments.delete-reply',
  text: 'DELETE FROM comment_replies WHERE id = $1',
  params: { id: 'int8' },
});

const markUnknown = defineStatement({
  name: 'comments.mark-reply-unknown',
  text: `UPDATE comment_replies SET status = 'unknown' WHERE id = $1`,
  params: { id: 'int8' },
});

const keepAnswer = defineStatement({
  name: 'comments.keep-private-answer',
  text: 'UPDATE comment_replies SET private_message = $2 WHERE id = $1',
  params: { id: 'int8', answer: 'jsonb' },
});

export function makeReplyStore(database: Pick<Database, 'query' | 'transaction'>): ReplyStore {
  async function beginReply({ tenantId, comment, instanceId, idempotencyKey, text, at }: NewReply) {
    const asked = { commentRowId: comment.id, text };
    for (let look = 0; look < MAX_LOOKS; look++) {
      const reply = { tenantId, instanceId, idempotencyKey, createdAt: at, ...asked };
      const made = await insertReply.first(database, reply);
      if (made) return { id: made.id, status: 'new', replyId: null, privateAnswer: null, isSame: true } as const;
      if (idempotencyKey === null) break;
      const kept = await findReply.first(database, { instanceId, idempotencyKey });
      const intent = kept && intentOfKept(kept, asked, at);
      if (intent) return intent;
      if (kept) await freeKey.run(database, { id: kept.id });
    }
    throw new Error('A reply was neither written nor found.');
  }

  return {
    beginReply,
    finishReply: (intent, account, { tenantId, comment, text, at }, replyId) =>
      database.transaction(async (sql) => {
        await markPosted.run(sql, { id: intent.id, replyId });
        await markReplied.run(sql, { id: comment.id, tenantId, at });
        await insertOwnComment.run(sql, {
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
          createdAt: at,
        });
      }),
    async dropReply({ id }) {
      await deleteReply.run(database, { id });
    },
    async markReplyUnknown({ id }) {
      await markUnknown.run(database, { id });
    },
    async keepPrivateAnswer({ id }, answer) {
      await keepAnswer.run(database, { id, answer });
    },
  };
}
