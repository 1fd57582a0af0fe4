import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** The known reply counts of these comments; unknown comments are missing. */
export async function findThreads(
  { prisma }: Prisma,
  accountId: number,
  commentIds: readonly string[],
): Promise<Map<string, number>> {
  const threads = await prisma.commentThread.findMany({
    where: { channelAccountId: accountId, commentId: { in: [...commentIds] } },
    select: { commentId: true, replies: true },
  });
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

/** Stores the reply counts of these comments. */
export async function rememberThreads(
  sql: Sql,
  accountId: number,
  threads: ReadonlyMap<string, number>,
): Promise<void> {
  const items = [...threads].map(([commentId, replies]) => ({ commentId, replies }));
  await upsertThreads.run(sql, items, { accountId });
}

/** Comments with an event, and those of the account itself. */
const IS_KNOWN = { OR: [{ reportedAt: { not: null } }, { isOwn: true }] };

/** Those of the comments that are already stored. */
export async function findKnown(
  { prisma }: Prisma,
  accountId: number,
  commentIds: readonly string[],
): Promise<Set<string>> {
  const known = await prisma.comment.findMany({
    where: { channelAccountId: accountId, commentKey: { in: [...commentIds] }, ...IS_KNOWN },
    select: { commentKey: true },
  });
  return new Set(known.map(({ commentKey }) => commentKey));
}

/** A range of a list that was read: a stored comment of the range that is missing from the list was removed. */
interface ListedPart {
  videoId: string;
  /** Null: the comments of the video; otherwise the replies to this one. */
  parentId: string | null;
  from: Date;
  to: Date;
  listed: readonly string[];
}

/** Stored comments created within the range and missing from the list. */
export async function findAbsent(
  { prisma }: Prisma,
  accountId: number,
  { videoId, parentId, from, to, listed }: ListedPart,
): Promise<string[]> {
  const absent = await prisma.comment.findMany({
    where: {
      channelAccountId: accountId,
      postId: videoId,
      parentId,
      removedAt: null,
      createdAt: { gte: from, lt: to },
      commentKey: { notIn: [...listed] },
      ...IS_KNOWN,
    },
    select: { commentId: true },
  });
  return absent.map(({ commentId }) => commentId);
}

const restoreOf = defineStatement({
  name: 'comments.restore-listed',
  plan: 'index',
  text: 'UPDATE comments SET removed_at = NULL WHERE channel_account_id = $1 AND comment_key = ANY ($2) AND removed_at < $3',
  params: { accountId: 'int4', listed: 'text[]', before: 'timestamptz' },
});

/** Restores comments that counted as removed and are listed again (hidden, then shown). Returns how many. */
export async function restoreListed(
  sql: Sql,
  accountId: number,
  listed: readonly string[],
  before: Date,
): Promise<number> {
  return listed.length > 0 ? restoreOf.run(sql, { accountId, listed: [...listed], before }) : 0;
}
