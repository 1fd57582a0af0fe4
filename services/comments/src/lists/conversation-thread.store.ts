import { CommentPlatform } from '@parley/common/channels';
import type { CommentMedia } from '@parley/common/events';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { Prisma } from '@parley/prisma/client';
import { commentKey } from '../received/comment.rules.ts';
import type { PrivateAnswer } from '../replies/reply.rules.ts';
import type { CommentInThread } from './comment-thread.rules.ts';

type Database = Pick<PrismaDatabase, 'prisma'>;

/** Maximum replies read per comment. */
const REPLIES_MAX = 10;
const COMMENT = {
  id: true,
  channelAccountId: true,
  channel: true,
  commentId: true,
  postId: true,
  parentId: true,
  text: true,
  media: true,
  authorId: true,
  authorName: true,
  isOwn: true,
  conversationId: true,
  createdAt: true,
  editedAt: true,
  removedAt: true,
  repliedAt: true,
  offeredAt: true,
  replies: { select: { privateMessage: true }, orderBy: { id: 'desc' }, take: REPLIES_MAX },
} as const;

const toComment = ({
  id,
  channelAccountId,
  channel,
  replies,
  media,
  ...row
}: Prisma.CommentGetPayload<{ select: typeof COMMENT }>): CommentInThread => ({
  ...row,
  media: media as CommentMedia[], // safe: only writeComments writes it
  id: String(id),
  accountId: channelAccountId,
  platform: CommentPlatform.parse(channel),
  privateAnswers: replies.map(({ privateMessage }) => privateMessage as PrivateAnswer), // safe: only keepPrivateAnswer writes it
});

/** Comments that were reported, or written by the account, and are not erased. */
const SHOWN = {
  erasedAt: null,
  OR: [{ reportedAt: { not: null } }, { isOwn: true }],
} satisfies Prisma.CommentWhereInput;

const accountsOf = (comments: readonly CommentInThread[]) => ({
  in: [...new Set(comments.map(({ accountId }) => accountId))],
});

async function findShown(
  { prisma }: Database,
  where: Prisma.CommentWhereInput,
  take?: number,
): Promise<CommentInThread[]> {
  const rows = await prisma.comment.findMany({
    where: { ...SHOWN, ...where },
    select: COMMENT,
    orderBy: { id: 'desc' },
    ...(take === undefined ? {} : { take }),
  });
  return rows.map(toComment);
}

export async function hasConversation({ prisma }: Database, tenantId: number, id: number): Promise<boolean> {
  return (await prisma.conversation.findFirst({ where: { tenantId, id }, select: { id: true } })) !== null;
}

/** A page of the person's comments, newest first, including removed ones. */
export async function listOfConversation(
  database: Database,
  tenantId: number,
  { conversationId, before, limit }: { conversationId: number; before: string | null; limit: number },
): Promise<CommentInThread[]> {
  const page = before === null ? {} : { id: { lt: BigInt(before) } };
  return findShown(database, { tenantId, conversationId, ...page }, limit);
}

/** The comments that these answer. */
export async function findParents(
  database: Database,
  tenantId: number,
  comments: readonly CommentInThread[],
): Promise<CommentInThread[]> {
  const keys = comments.flatMap(({ platform, parentId }) => (parentId === null ? [] : commentKey(platform, parentId)));
  if (keys.length === 0) return [];
  const where = { tenantId, channelAccountId: accountsOf(comments), commentKey: { in: [...new Set(keys)] } };
  return findShown(database, where);
}

/** Answers to these comments, newest first. */
export async function findAnswers(
  database: Database,
  tenantId: number,
  comments: readonly CommentInThread[],
  limit: number,
): Promise<CommentInThread[]> {
  if (comments.length === 0) return [];
  const ids = comments.map(({ commentId }) => commentId);
  const where = { tenantId, channelAccountId: accountsOf(comments), parentId: { in: [...new Set(ids)] } };
  return findShown(database, where, limit);
}

/** The account's own answers to these comments of one platform, newest first. */
export async function findOwnAnswers(
  database: Database,
  tenantId: number,
  { platform, commentIds, limit }: { platform: CommentPlatform; commentIds: readonly string[]; limit: number },
): Promise<CommentInThread[]> {
  const keys = commentIds.map((id) => commentKey(platform, id));
  const answered = await database.prisma.comment.findMany({
    where: { tenantId, channel: platform, commentKey: { in: [...new Set(keys)] }, reportedAt: { not: null } },
    select: { channelAccountId: true, postId: true, commentId: true },
  });
  if (answered.length === 0) return [];
  // The index has no parent: the posts bound what is read.
  const where = {
    tenantId,
    isOwn: true,
    channelAccountId: { in: [...new Set(answered.map(({ channelAccountId }) => channelAccountId))] },
    postId: { in: [...new Set(answered.map(({ postId }) => postId))] },
    parentId: { in: [...new Set(answered.map(({ commentId }) => commentId))] },
  };
  return findShown(database, where, limit);
}
