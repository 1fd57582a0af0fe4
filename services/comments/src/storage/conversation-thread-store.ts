import { CommentPlatform } from '@parley/common/channels';
import type { CommentMedia } from '@parley/common/events';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Prisma } from '@parley/prisma/client';
import { commentKey } from '../domain/comment.ts';
import type { CommentInThread } from '../domain/comment-thread.ts';
import type { PrivateAnswer } from '../domain/reply-intent.ts';
import type { ListThreadDeps } from '../use-cases/list-thread.ts';

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

/** The comments of a conversation with their threads. */
export function makeConversationThreadStore({ prisma }: Pick<PrismaDatabase, 'prisma'>): ListThreadDeps {
  const find = async (where: Prisma.CommentWhereInput, take?: number): Promise<CommentInThread[]> => {
    const rows = await prisma.comment.findMany({
      where: { ...SHOWN, ...where },
      select: COMMENT,
      orderBy: { id: 'desc' },
      ...(take === undefined ? {} : { take }),
    });
    return rows.map(toComment);
  };

  return {
    async hasConversation(tenantId, id) {
      return (await prisma.conversation.findFirst({ where: { tenantId, id }, select: { id: true } })) !== null;
    },
    listOfConversation: (tenantId, { conversationId, before, limit }) =>
      find({ tenantId, conversationId, ...(before === null ? {} : { id: { lt: BigInt(before) } }) }, limit),
    async findParents(tenantId, comments) {
      const keys = comments.flatMap(({ platform, parentId }) =>
        parentId === null ? [] : commentKey(platform, parentId),
      );
      if (keys.length === 0) return [];
      return find({ tenantId, channelAccountId: accountsOf(comments), commentKey: { in: [...new Set(keys)] } });
    },
    async findAnswers(tenantId, comments, limit) {
      if (comments.length === 0) return [];
      const ids = comments.map(({ commentId }) => commentId);
      return find({ tenantId, channelAccountId: accountsOf(comments), parentId: { in: [...new Set(ids)] } }, limit);
    },
  };
}
