import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Sql } from '@parley/prisma/sql';
import { authorOf, type CommentAccount, commentKey, type StoredComment } from '../domain/comment.ts';

/** The conversation with who commented: found, or made. */
export async function findConversation(sql: Sql, account: CommentAccount, change: CommentChange): Promise<number> {
  const author = authorOf(change);
  const { rows } = await sql.query<{ id: number }>({
    name: 'comments-conversation',
    text: 'SELECT comment_conversation($1, $2, $3, $4, $5, $6, $7) AS id',
    values: [account.tenantId, account.channel, account.id, author.person, author.id, author.name || null, change.at],
  });
  const [row] = rows;
  if (!row) throw new Error('A conversation was neither found nor made.');
  return row.id;
}

/**
 * Stores a new comment once (an own one has no conversation), and answers it where it is to be told: not again, not an
 * own one, and not one that was removed before it came. What was edited before it came keeps the younger text.
 */
export async function addComment(
  sql: Sql,
  { account, change }: { account: CommentAccount; change: CommentChange },
  conversationId: number | null,
  toldAt: Date,
): Promise<StoredComment | null> {
  const author = authorOf(change);
  const { rows } = await sql.query<{ id: string; text: string; is_told: boolean }>({
    name: 'comments-add',
    text: `INSERT INTO comments AS c (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, parent_id, text,
                                      author_id, author_name, is_own, conversation_id, created_at, told_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::boolean, $12, $13, CASE WHEN $11 THEN NULL ELSE $14::timestamptz END)
           ON CONFLICT (channel_account_id, comment_key) DO UPDATE
              SET comment_id = excluded.comment_id, post_id = excluded.post_id, parent_id = excluded.parent_id,
                  text = CASE WHEN c.edited_at IS NULL THEN excluded.text ELSE c.text END,
                  author_id = excluded.author_id, author_name = excluded.author_name, is_own = excluded.is_own,
                  conversation_id = excluded.conversation_id, created_at = excluded.created_at,
                  told_at = CASE WHEN c.removed_at IS NULL THEN excluded.told_at END
            WHERE c.told_at IS NULL AND c.conversation_id IS NULL AND NOT c.is_own AND c.erased_at IS NULL
           RETURNING id::text, text, told_at IS NOT NULL AS is_told`,
    values: [
      account.tenantId,
      account.channel,
      account.id,
      change.comment_id,
      commentKey(account.channel, change.comment_id),
      change.post_id ?? '',
      change.parent_id,
      change.text,
      author.id,
      author.name,
      conversationId === null,
      conversationId,
      change.at,
      toldAt,
    ],
  });
  const [row] = rows;
  if (!row?.is_told || conversationId === null) return null;
  return {
    id: row.id,
    account,
    platform: account.channel,
    commentId: change.comment_id,
    postId: change.post_id ?? '',
    parentId: change.parent_id,
    text: row.text,
    authorId: author.id,
    authorName: author.name,
    conversationId,
    createdAt: new Date(change.at),
    replied: false,
  };
}

/** A comment was edited or removed; one that is not here yet leaves a row that waits for it. */
export async function alterComment(sql: Sql, account: CommentAccount, change: CommentChange): Promise<void> {
  const removed = change.change === 'removed';
  await sql.query({
    name: 'comments-alter',
    text: `INSERT INTO comments AS c (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, parent_id, text,
                                      author_id, author_name, is_own, created_at, edited_at, removed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', '', false, $9::timestamptz, CASE WHEN $10::boolean THEN NULL ELSE $9::timestamptz END,
                   CASE WHEN $10 THEN $9::timestamptz END)
           ON CONFLICT (channel_account_id, comment_key) DO UPDATE
              SET text = CASE WHEN $10 OR c.edited_at > excluded.edited_at THEN c.text ELSE excluded.text END,
                  edited_at = CASE WHEN $10 THEN c.edited_at ELSE greatest(c.edited_at, excluded.edited_at) END,
                  removed_at = coalesce(c.removed_at, excluded.removed_at)
            WHERE c.erased_at IS NULL`,
    values: [
      account.tenantId,
      account.channel,
      account.id,
      change.comment_id,
      commentKey(account.channel, change.comment_id),
      change.post_id ?? '',
      change.parent_id,
      change.text,
      change.at,
      removed,
    ],
  });
}

/** Somebody of the account answered this comment, at `at`; one that is not here yet leaves a row that waits for it. */
export async function markReplied(
  sql: Sql,
  account: CommentAccount,
  given: { commentId: string; postId: string | null; at: string },
): Promise<void> {
  await sql.query({
    name: 'comments-mark-replied',
    text: `INSERT INTO comments AS c (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, text,
                                      author_id, author_name, is_own, created_at, replied_at)
           VALUES ($1, $2, $3, $4, $5, $6, '', '', '', false, $7::timestamptz, $7::timestamptz)
           ON CONFLICT (channel_account_id, comment_key) DO UPDATE SET replied_at = excluded.replied_at
            WHERE c.replied_at IS NULL`,
    values: [
      account.tenantId,
      account.channel,
      account.id,
      given.commentId,
      commentKey(account.channel, given.commentId),
      given.postId ?? '',
      given.at,
    ],
  });
}
