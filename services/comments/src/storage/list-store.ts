import type { CommentPlatform } from '@parley/common/channels';
import type { RowOf } from '@parley/database/column';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { commentKey, type StoredComment } from '../domain/comment.ts';

const COMMENT = {
  id: 'int8',
  channel: oneOf('fb', 'ig', 'tt'),
  channelAccountId: 'int4',
  externalId: 'text',
  name: 'text',
  commentId: 'text',
  postId: 'text',
  parentId: 'text?',
  text: 'text',
  authorId: 'text',
  authorName: 'text',
  // Comments with an event, and not erased, have one.
  conversationId: 'int4!',
  createdAt: 'timestamptz',
  repliedAt: 'timestamptz?',
} as const;
const COLUMNS = `c.id, c.channel, c.channel_account_id, a.external_id, a.name, c.comment_id, c.post_id, c.parent_id, c.text,
  c.author_id, c.author_name, c.conversation_id, c.created_at, c.replied_at`;

const toComment = ({
  channel,
  channelAccountId,
  externalId,
  name,
  repliedAt,
  ...comment
}: RowOf<typeof COMMENT>): StoredComment => ({
  ...comment,
  account: { id: channelAccountId, externalId, name },
  platform: channel,
  replied: repliedAt !== null,
});

export interface CommentFilter {
  platform: CommentPlatform;
  postId: string | null;
  /** Null: from the newest. */
  after: { createdMs: number; id: string } | null;
  limit: number;
}

const LIST_BEFORE = `SELECT ${COLUMNS} FROM comments c JOIN channel_accounts a ON a.id = c.channel_account_id
          WHERE c.tenant_id = $1 AND c.channel = $2 AND c.told_at IS NOT NULL AND c.removed_at IS NULL AND c.erased_at IS NULL
            AND (c.created_at, c.id) < ($3::timestamptz, $4::int8)`;
const NEWEST_FIRST = 'ORDER BY c.created_at DESC, c.id DESC LIMIT $5';
const LIST_PARAMS = {
  tenantId: 'int4',
  platform: 'text',
  createdBefore: 'timestamptz',
  idBefore: 'int8',
  limit: 'int8',
} as const;

const listAll = defineStatement({
  name: 'comments.list',
  text: `${LIST_BEFORE} ${NEWEST_FIRST}`,
  params: LIST_PARAMS,
  row: COMMENT,
});

const listOfPost = defineStatement({
  name: 'comments.list-of-post',
  text: `${LIST_BEFORE} AND c.post_id = $6 ${NEWEST_FIRST}`,
  params: { ...LIST_PARAMS, postId: 'text' },
  row: COMMENT,
});

/** Later than any comment. */
const THE_END = { createdBefore: new Date('9999-12-31T00:00:00Z'), idBefore: '0' };

/** Comments that this tenant got events for and that still exist, newest first (docs/reference/comments.md#list). */
export async function listComments(sql: Sql, tenantId: number, filter: CommentFilter): Promise<StoredComment[]> {
  const { after, limit, platform, postId } = filter;
  const position = after ? { createdBefore: new Date(after.createdMs), idBefore: after.id } : THE_END;
  const given = { tenantId, platform, limit: String(limit), ...position };
  const rows = await (postId === null ? listAll.all(sql, given) : listOfPost.all(sql, { ...given, postId }));
  return rows.map(toComment);
}

const findByKey = defineStatement({
  name: 'comments.find',
  text: `SELECT ${COLUMNS} FROM comments c JOIN channel_accounts a ON a.id = c.channel_account_id
          WHERE c.tenant_id = $1 AND c.told_at IS NOT NULL AND c.erased_at IS NULL
            AND (c.comment_key = $2 OR (c.channel = 'fb' AND c.comment_key = $3))
          ORDER BY c.comment_id = $2 DESC, c.id DESC LIMIT 1`,
  params: { tenantId: 'int4', commentId: 'text', keyOnPages: 'text' },
  row: COMMENT,
});

/** A comment that this tenant got an event for, by its id in any spelling; null when there is none. */
export async function findComment(sql: Sql, tenantId: number, commentId: string): Promise<StoredComment | null> {
  const found = await findByKey.first(sql, { tenantId, commentId, keyOnPages: commentKey('fb', commentId) });
  return found && toComment(found);
}
