import type { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { OutputOf } from '@parley/common/define-contract';
import type { Database } from '@parley/prisma/connect-database';
import { type CommentAccount, commentKey, type StoredComment } from '../domain/comment.ts';

/** What became of the private reply. */
export type PrivateAnswer = OutputOf<typeof commentReply>['private_message'];

/** A public reply that is about to be made, or was made by an earlier run of the same request. */
export interface ReplyIntent {
  id: string;
  /** `posting` of an earlier run: its process died before it learned what became of it. */
  status: 'new' | 'posting' | 'posted' | 'unknown';
  replyId: string | null;
  /** Of an earlier run; null when it sent nothing in private. */
  privateAnswer: PrivateAnswer;
  /** False: the same Idempotency-Key asked for another reply. */
  isSame: boolean;
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
  /** Writes the intent; or finds the one that the same Idempotency-Key left in the last 24 h. */
  beginReply(reply: NewReply): Promise<ReplyIntent>;
  /** It stands: kept as an own comment, in one transaction with the mark on the comment that it answers. */
  finishReply(intent: ReplyIntent, account: CommentAccount, given: NewReply, replyId: string): Promise<void>;
  /** The provider refused it: nothing was published. */
  dropReply(intent: ReplyIntent): Promise<void>;
  /** Nobody knows whether it was published. */
  doubtReply(intent: ReplyIntent): Promise<void>;
  keepPrivateAnswer(intent: ReplyIntent, answer: PrivateAnswer): Promise<void>;
}

/** A key stands for one request so long (contract §3). */
const KEPT_MS = 24 * 3600 * 1000;

interface IntentRow {
  id: string;
  status: ReplyIntent['status'];
  reply_id: string | null;
  private_message: PrivateAnswer;
  is_same: boolean;
}

const BEGIN = `
  WITH old AS (
    UPDATE comment_replies SET idempotency_key = NULL
     WHERE instance_id = $3 AND idempotency_key = $4 AND created_at < $7
    RETURNING id
  ), made AS (
    INSERT INTO comment_replies (tenant_id, comment_row_id, instance_id, idempotency_key, text, created_at)
    SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM old) >= 0
    ON CONFLICT (instance_id, idempotency_key) DO NOTHING
    RETURNING id
  )
  SELECT id::text, 'new' AS status, NULL AS reply_id, NULL::jsonb AS private_message, true AS is_same FROM made
  UNION ALL
  SELECT id::text, status, reply_id, private_message, comment_row_id = $2 AND text = $5 FROM comment_replies
   WHERE instance_id = $3 AND idempotency_key = $4 AND NOT EXISTS (SELECT 1 FROM made)`;

export function makeReplyStore(database: Pick<Database, 'query' | 'transaction'>): ReplyStore {
  return {
    async beginReply({ tenantId, comment, instanceId, idempotencyKey, text, at }) {
      const { rows } = await database.query<IntentRow>({
        name: 'comments-begin-reply',
        text: BEGIN,
        values: [tenantId, comment.id, instanceId, idempotencyKey, text, at, new Date(at.getTime() - KEPT_MS)],
      });
      const [row] = rows;
      if (!row) throw new Error('A reply was neither written nor found.');
      return {
        id: row.id,
        status: row.status,
        replyId: row.reply_id,
        privateAnswer: row.private_message,
        isSame: row.is_same,
      };
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
    async keepPrivateAnswer({ id }, answer) {
      await database.query({
        text: 'UPDATE comment_replies SET private_message = $2 WHERE id = $1',
        values: [id, JSON.stringify(answer)],
      });
    },
  };
}
