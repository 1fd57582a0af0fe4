import { Channel } from '@parley/common/channels';
import { Attachment } from '@parley/common/events';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { z } from 'zod';
import type { HistoryMessage } from '../domain/fit-history.ts';
import type { LoadedConversation } from '../use-cases/make-reply.ts';

type Rows = Pick<PrismaDatabase, 'prisma'>;

/** More do not fit into a prompt, whatever it may cost. */
const MAX_MESSAGES = 200;
const Attachments = z.array(Attachment);

/** Nothing that was taken back, nothing that never left, and nothing from before the last resolve. */
async function findMessages(
  { prisma }: Rows,
  {
    tenantId,
    conversationIds,
    after,
    upTo,
  }: { tenantId: number; conversationIds: number[]; after: bigint; upTo: bigint },
): Promise<HistoryMessage[]> {
  const rows = await prisma.message.findMany({
    where: {
      tenantId,
      conversationId: { in: conversationIds },
      id: { gt: after, lte: upTo },
      revokedAt: null,
      status: { not: 'failed' },
    },
    orderBy: { id: 'desc' },
    take: MAX_MESSAGES,
    select: { id: true, direction: true, text: true, attachments: true },
  });
  return rows.reverse().map(({ id, direction, text, attachments }) => ({
    messageId: String(id),
    isCustomer: direction === 'in',
    text,
    files: Attachments.parse(attachments).map((file) => ({
      attachmentId: file.id,
      type: file.type,
      mimeType: file.mime_type,
    })),
  }));
}

/** A conversation with its newest messages, and those of what was merged into it, up to one of them; null where the tenant has none. */
export async function loadConversation(
  database: Rows,
  {
    tenantId,
    conversationId,
    mergedIds,
    upToMessageId,
  }: { tenantId: number; conversationId: number; mergedIds: readonly number[]; upToMessageId: string },
): Promise<LoadedConversation | null> {
  const found = await database.prisma.conversation.findFirst({
    where: { id: conversationId, tenantId },
    include: {
      contact: { select: { id: true, name: true } },
      channelAccount: { select: { externalId: true, name: true } },
    },
  });
  if (!found) return null;
  const { id, contact, channelAccount: account, peer, closedMessageId: after } = found;
  const channel = Channel.parse(found.channel);
  return {
    channel,
    conversation: {
      id,
      channel,
      account: { id: account.externalId, name: account.name },
      person: { contact_id: contact.id, address: peer, name: contact.name },
    },
    messages: await findMessages(database, {
      tenantId,
      conversationIds: [conversationId, ...mergedIds],
      after,
      upTo: BigInt(upToMessageId),
    }),
  };
}
