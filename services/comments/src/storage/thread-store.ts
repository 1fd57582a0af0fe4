import type { Sql } from '@parley/prisma/sql';

/** How many replies were known of these comments; those never seen are missing. */
export async function findThreads(
  sql: Sql,
  accountId: number,
  commentIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ comment_id: string; replies: number }>({
    name: 'comments-find-threads',
    text: 'SELECT comment_id, replies FROM comment_threads WHERE channel_account_id = $1 AND comment_id = ANY ($2)',
    values: [accountId, commentIds],
  });
  return new Map(rows.map((row) => [row.comment_id, row.replies]));
}

/** Keeps how many replies these comments have. */
export async function rememberThreads(
  sql: Sql,
  accountId: number,
  threads: ReadonlyMap<string, number>,
): Promise<void> {
  if (threads.size === 0) return;
  await sql.query({
    name: 'comments-remember-threads',
    text: `INSERT INTO comment_threads AS t (channel_account_id, comment_id, replies)
           SELECT $1, s.id, s.replies FROM unnest($2::text[], $3::int[]) AS s(id, replies) ORDER BY s.id
           ON CONFLICT (channel_account_id, comment_id) DO UPDATE SET replies = excluded.replies
            WHERE t.replies <> excluded.replies`,
    values: [accountId, [...threads.keys()], [...threads.values()]],
  });
}

/** Those of the comments that are stored already. */
export async function findKnown(sql: Sql, accountId: number, commentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ comment_key: string }>({
    name: 'comments-find-known',
    text: `SELECT comment_key FROM comments
            WHERE channel_account_id = $1 AND comment_key = ANY ($2) AND (told_at IS NOT NULL OR is_own)`,
    values: [accountId, commentIds],
  });
  return new Set(rows.map((row) => row.comment_key));
}

/** A part of a list that was read: what stands here, belongs there and is not in it, is gone. */
export interface ListedPart {
  accountId: number;
  videoId: string;
  /** Null: the comments of the video; else the replies to this one. */
  parentId: string | null;
  from: Date;
  to: Date;
  listed: readonly string[];
}

/** Comments that were created within the part and are not in it. */
export async function findAbsent(sql: Sql, part: ListedPart): Promise<string[]> {
  const { rows } = await sql.query<{ comment_id: string }>({
    name: 'comments-find-absent',
    text: `SELECT comment_id FROM comments
            WHERE channel_account_id = $1 AND post_id = $2 AND parent_id IS NOT DISTINCT FROM $3 AND removed_at IS NULL
              AND (told_at IS NOT NULL OR is_own) AND created_at >= $4 AND created_at < $5 AND comment_key <> ALL ($6)`,
    values: [part.accountId, part.videoId, part.parentId, part.from, part.to, part.listed],
  });
  return rows.map((row) => row.comment_id);
}

/** A comment that was taken for removed and is listed again (one that was hidden and is shown) stands. */
export async function restoreListed(
  sql: Sql,
  accountId: number,
  listed: readonly string[],
  before: Date,
): Promise<void> {
  if (listed.length === 0) return;
  await sql.query({
    name: 'comments-restore-listed',
    text: `UPDATE comments SET removed_at = NULL
            WHERE channel_account_id = $1 AND comment_key = ANY ($2) AND removed_at < $3`,
    values: [accountId, listed, before],
  });
}
