import { Channel } from '@parley/common/channels';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Colleague } from '../domain/note.ts';

/** A note that mentions a member. */
export interface StoredMention {
  noteId: string;
  conversationId: number;
  channel: Channel;
  /** Of the conversation's person, or their address. */
  name: string;
  author: Colleague | null;
  text: string;
  afterMessageId: string;
  createdAt: Date;
  isUnread: boolean;
}

type Client = Pick<PrismaDatabase['prisma'], 'noteMention'>;
interface Mentioned {
  tenantId: number;
  memberId: string;
}

/** Notes that mention a member, newest first. */
export async function findMentions({ noteMention }: Client, of: Mentioned, count: number): Promise<StoredMention[]> {
  const rows = await noteMention.findMany({
    where: { ...of },
    orderBy: { noteRow: 'desc' },
    take: count,
    select: {
      readAt: true,
      note: {
        select: {
          noteId: true,
          conversationId: true,
          text: true,
          afterMessageId: true,
          createdAt: true,
          member: { select: { memberId: true, name: true } },
          conversation: { select: { channel: true, peer: true, contact: { select: { name: true } } } },
        },
      },
    },
  });
  return rows.map(({ readAt, note: { member, conversation, afterMessageId, ...note } }) => ({
    ...note,
    afterMessageId: String(afterMessageId),
    channel: Channel.parse(conversation.channel),
    name: conversation.contact.name ?? conversation.peer,
    author: member,
    isUnread: readAt === null,
  }));
}

export const countUnreadMentions = ({ noteMention }: Client, of: Mentioned): Promise<number> =>
  noteMention.count({ where: { ...of, readAt: null } });

/** Marks the mentions of a member as read: all of them, or those in one conversation. */
export async function saveMentionsRead(
  { noteMention }: Client,
  of: Mentioned,
  { conversationId, at }: { conversationId: number | undefined; at: Date },
): Promise<void> {
  const note = conversationId === undefined ? {} : { note: { conversationId } };
  await noteMention.updateMany({ where: { ...of, ...note, readAt: null }, data: { readAt: at } });
}
