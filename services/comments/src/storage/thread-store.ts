import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';

const threadsOf = defineStatement({
  name: 'comments.find-threads',
  text: 'SELECT comment_id, replies FROM comment_threads WHERE channel_account_id = $1 AND comment_id = ANY ($2)',
  params: { accountId: 'int4', commentIds: 'text[]' },
  row: { commentId: 'text', replies: 'int4' },
});

/** The known numbers of replies of these comments; unknown comments are missing. */
export async function findThreads(
  sql: Sql,
  accountId: number,
  commentIds: readonly string[],
): Promise<Map<string, number>> {
  const threads = await threadsOf.all(sql, { accountId, commentIds: [...commentIds] });
  return new Map(threads.map(({ commentId, replies }) => [commentId, replies]));
}

const upsertThreads = defineBatchStatement({
  name: 'comments.remember-threads',
  text: `INSERT INTO comment_threads AS t (channel_account_id, comment_id, replies)
         SELECT $3, s.id, s.replies FROM unnest($1::text[], $2::int4[]) AS s(id, replies) ORDER BY s.id
         ON CONFLICT (channel_account_id, comment_id) DO UPDATE SET replies = excluded.replies
          WHERE t.replies <> excluded.replies`,
  items: { commentId: 'text', replies: 'int4' },
  params: { accountId: 'int4' },
});

/** Stores the numbers of replies of these comments. */
export async function rememberThreads(
  sql: Sql,
  accountId: number,
  threads: ReadonlyMap<string, number>,
): Promise<void> {
  const items = [...threads].map(([commentId, replies]) => ({ commentId, replies }));
  await upsertThreads.run(sql, items, { accountId });
}

const knownOf = defineStatement({
  name: 'comments.find-known',
  text: `SELECT comment_key FROM comments
          WHERE channel_account_id = $1 AND comment_key = ANY ($2) AND (told_at IS NOT NULL OR is_own)`,
  params: { accountId: 'int4', commentKeys: 'text[]' },
  row: { commentKey: 'text' },
});

/** Those of the comments that are stored already. */
export async function findKnown(sql: Sql, accountId: number, commentIds: readonly string[]): Promise<Set<string>> {
  const known = await knownOf.all(sql, { accountId, commentKeys: [...commentIds] });
  return new Set(known.map(({ commentKey }) => commentKey));
}

/** A range of a list that was read: a stored comment of the range that is not in it was removed. */
export interface ListedPart {
  accountId: number;
  videoId: string;
  /** Null: the comments of the video; else the replies to this one. */
  parentId: string | null;
  from: Date;
  to: Date;
  listed: readonly string[];
}

const absentOf = defineStatement({
  name: 'comments.find-absent',
  text: `SELECT comment_id FROM comments
          WHERE channel_account_id = $1 AND post_id = $2 AND parent_id IS NOT DISTINCT FROM $3 AND removed_at IS NULL
            AND (told_at IS NOT NULL OR is_own) AND created_at >= $4 AND created_at < $5 AND comment_key <> ALL ($6)`,
  params: {
    accountId: 'int4',
    videoId: 'text',
    parentId: 'text?',
    from: 'timestamptz',
    to: 'timestamptz',
    listed: 'text[]',
  },
  row: { commentId: 'text' },
});

/** Comments that were created within the part and are not in it. */
export async function findAbsent(sql: Sql, part: ListedPart): Promise<string[]> {
  const absent = await absentOf.all(sql, { ...part, listed: [...part.listed] });
  return absent.map(({ commentId }) => commentId);
}

const restoreOf = defineStatement({
  name: 'comments.restore-listed',
  text: 'UPDATE comments SET removed_at = NULL WHERE channel_account_id = $1 AND comment_key = ANY ($2) AND removed_at < $3',
  params: { accountId: 'int4', listed: 'text[]', before: 'timestamptz' },
});

/** A comment that counted as removed and is listed again (hidden, then shown) exists again. */
export async function restoreListed(
  sql: Sql,
  accountId: number,
  listed: readonly string[],
  before: Date,
): Promise<void> {
  if (listed.length > 0) await restoreOf.run(sql, { accountId, listed: [...listed], before });
}
