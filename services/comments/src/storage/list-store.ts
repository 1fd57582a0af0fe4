import { CommentPlatform } from '@parley/common/channels';
import type { Sql } from '@parley/prisma/sql';
import type { StoredComment } from '../domain/comment.ts';
import type { ListPosition } from '../domain/list-position.ts';

interface CommentRow {
  id: string;
  channel: string;
  channel_account_id: number;
  external_id: string;
  name: string;
  comment_id: string;
  post_id: string;
  parent_id: string | null;
  text: string;
  author_id: string;
  author_name: string;
  conversation_id: number;
  created_at: Date;
  replied: boolean;
}

const COLUMNS = `c.id::text, c.channel, c.channel_account_id, a.external_id, a.name, c.comment_id, c.post_id, c.parent_id, c.text,
  c.author_id, c.author_name, c.conversation_id, c.created_at, c.replied_at IS NOT NULL AS replied`;

const toComment = (row: CommentRow): StoredComment => ({
  id: row.id,
  account: { id: row.channel_account_id, externalId: row.external_id, name: row.name },
  platform: CommentPlatform.parse(row.channel),
  commentId: row.comment_id,
  postId: row.post_id,
  parentId: row.parent_id,
  text: row.text,
  authorId: row.author_id,
  authorName: row.author_name,
  conversationId: row.conversation_id,
  createdAt: row.created_at,
  replied: row.replied,
});

export interface CommentFilter {
  platform: CommentPlatform;
  postId: string | null;
  after: ListPosition | null;
  limit: number;
}

/** Comments that were told to this tenant and still stand, newest first (contract §5). */
export async function listComments(sql: Sql, tenantId: number, filter: CommentFilter): Promise<StoredComment[]> {
  const { rows } = await sql.query<CommentRow>({
    name: 'comments-list',
    text: `SELECT ${COLUMNS} FROM comments c JOIN channel_accounts a ON a.id = c.channel_account_id
            WHERE c.tenant_id = $1 AND c.channel = $2 AND c.told_at IS NOT NULL AND c.removed_at IS NULL AND c.erased_at IS NULL
              AND ($3::text IS NULL OR c.post_id = $3)
              AND ($4::timestamptz IS NULL OR (c.created_at, c.id) < ($4, $5::bigint))
            ORDER BY c.created_at DESC, c.id DESC LIMIT $6`,
    values: [
      tenantId,
      filter.platform,
      filter.postId,
      filter.after === null ? null : new Date(filter.after.createdMs),
      filter.after?.id ?? null,
      filter.limit,
    ],
  });
  return rows.map(toComment);
}

/** A comment that was told to this tenant, by its id in any spelling; null when there is none. */
export async function findComment(sql: Sql, tenantId: number, commentId: string): Promise<StoredComment | null> {
  const { rows } = await sql.query<CommentRow>({
    name: 'comments-find',
    text: `SELECT ${COLUMNS} FROM comments c JOIN channel_accounts a ON a.id = c.channel_account_id
            WHERE c.tenant_id = $1 AND c.told_at IS NOT NULL AND c.erased_at IS NULL
              AND (c.comment_key = $2 OR (c.channel = 'fb' AND c.comment_key = $3))
            ORDER BY c.comment_id = $2 DESC, c.id DESC LIMIT 1`,
    values: [tenantId, commentId, commentId.slice(commentId.lastIndexOf('_') + 1)],
  });
  return rows[0] ? toComment(rows[0]) : null;
}
