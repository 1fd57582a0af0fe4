import { CommentPlatform } from '@parley/common/channels';
import type { CommentMedia } from '@parley/common/events';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { Prisma } from '@parley/prisma/client';
import { commentKey, type StoredComment } from '../received/comment.rules.ts';

const COMMENT = {
  id: true,
  channel: true,
  commentId: true,
  postId: true,
  parentId: true,
  text: true,
  media: true,
  authorId: true,
  authorName: true,
  conversationId: true,
  createdAt: true,
  repliedAt: true,
  offeredAt: true,
  channelAccount: { select: { id: true, externalId: true, name: true } },
} as const;

type Row = Prisma.CommentGetPayload<{ select: typeof COMMENT }>;

function toComment({
  id,
  channel,
  channelAccount,
  conversationId,
  repliedAt,
  offeredAt,
  media,
  ...comment
}: Row): StoredComment {
  if (conversationId === null) throw new Error(`Comment ${id} has an event and no conversation.`);
  return {
    ...comment,
    media: media as CommentMedia[], // safe: only writeComments writes it
    id: String(id),
    account: channelAccount,
    platform: CommentPlatform.parse(channel),
    conversationId,
    replied: repliedAt !== null,
    isOffered: offeredAt !== null,
  };
}

interface CommentFilter {
  platform: CommentPlatform;
  postId: string | null;
  /** Null: from the newest. */
  after: { createdMs: number; id: string } | null;
  limit: number;
}

/** Comments after this one in the list. The first condition is the entry into the index. */
function isBehind({ createdMs, id }: NonNullable<CommentFilter['after']>) {
  const createdAt = new Date(createdMs);
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: BigInt(id) } }],
  };
}

/** Comments with an event for this tenant that still exist, newest first (docs/reference/comments.md#list). */
export async function findReported(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  { after, limit, platform, postId }: CommentFilter,
): Promise<StoredComment[]> {
  const comments = await prisma.comment.findMany({
    where: {
      tenantId,
      channel: platform,
      reportedAt: { not: null },
      removedAt: null,
      erasedAt: null,
      ...(postId === null ? {} : { postId }),
      ...(after ? isBehind(after) : {}),
    },
    select: COMMENT,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return comments.map(toComment);
}

/** One id names at most one comment of an account. */
const MAX_ACCOUNTS = 100;

/** A comment with an event for this tenant, by its id in any spelling; null when there is none. */
export async function findComment(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  commentId: string,
): Promise<StoredComment | null> {
  const keyOnPages = commentKey('fb', commentId);
  const rows = await prisma.comment.findMany({
    where: { tenantId, reportedAt: { not: null }, erasedAt: null, commentKey: { in: [commentId, keyOnPages] } },
    select: { ...COMMENT, commentKey: true },
    orderBy: { id: 'desc' },
    take: MAX_ACCOUNTS,
  });
  const found = rows.filter((row) => row.commentKey === commentId || row.channel === 'fb');
  const [comment] = [...found.filter((row) => row.commentId === commentId), ...found];
  if (!comment) return null;
  const { commentKey: _, ...stored } = comment;
  return toComment(stored);
}
