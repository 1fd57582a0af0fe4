import type { Database } from '@parley/prisma/connect-database';
import { type CommentAccount, commentKey, type StoredComment } from '../domain/comment.ts';

/** A public reply that is about to be made, or was made by an earlier run of the same request. */
export interface ReplyIntent {
  id: string;
  /** `posting` of an earlier run: its process died before it learned what became of it. */
  status: 'new' | 'posting' | 'posted' | 'unknown';
  replyId: string | null;
}

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
  /** Writes the intent; or finds the one that the same Idempotency-Key left. */
  beginReply(reply: NewReply): Promise<ReplyIntent>;
  /** It stands: kept as an own comment, in one transaction with the mark on the comment that it answers. */
  finishReply(intent: ReplyIntent, account: CommentAccount, given: NewReply, replyId: string): Promise<void>;
  /** The provider refused it: nothing was published. */
  dropReply(intent: ReplyIntent): Promise<void>;
  /** Nobody knows whether it was published. */
  doubtReply(intent: ReplyIntent): Promise<void>;
}

export function makeReplyStore(database: Pick<Database, 'query' | 'transaction'>): ReplyStore {
  return {
    async beginReply({ tenantId, comment, instanceId, idempotencyKey, text, at }) {
      const { rows } = await database.query<{ id: string; status: ReplyIntent['status']; reply_id: string | null }>({
        text: `WITH made AS (
                 INSERT INTO comment_replies (tenant_id, comment_row_id, instance_id, idempotency_key, text, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (instance_id, idempotency_key) DO NOTHING
                 RETURNING id)
               SELECT id::text, 'new' AS status, NULL AS reply_id FROM made
               UNION ALL
               SELECT id::text, status, reply_id FROM comment_replies
                WHERE instance_id = $3 AND idempotency_key = $4 AND NOT EXISTS (SELECT 1 FROM made)`,
        values: [tenantId, comment.id, instanceId, idempotencyKey, text, at],
      });
      const [row] = rows;
      if (!row) throw new Error('A reply was neither written nor found.');
      return { id: row.id, status: row.status, replyId: row.reply_id };
    },
    finishReply: (intent, account, { tenantId, comment, text, at }, replyId) =>
      database.transaction(async (sql) => {
        await sql.query({
          text: `UPDATE comment_replies SET status = 'posted', reply_id = $2 WHERE id = $1`,
          values: [intent.id, replyId],
        });
        await sql.query({
          text: 'UPDATE comments SET replied_at = coalesce(replied_at, $3) WHERE id = $1 AND tenant_id = $2',
          values: [comment.id, tenantId, at],
        });
        await sql.query({
          text: `INSERT INTO comments (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, parent_id, text,
                                       author_id, author_name, is_own, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11)
                 ON CONFLICT (channel_account_id, comment_key) DO NOTHING`,
          values: [
            tenantId,
            account.channel,
            account.id,
            replyId,
            commentKey(account.channel, replyId),
            comment.postId,
            comment.commentId,
            text,
            account.externalId,
            account.name,
            at,
          ],
        });
      }),
    async dropReply({ id }) {
      await database.query({ text: `DELETE FROM comment_replies WHERE id = $1`, values: [id] });
    },
    async doubtReply({ id }) {
      await database.query({ text: `UPDATE comment_replies SET status = 'unknown' WHERE id = $1`, values: [id] });
    },
  };
}
