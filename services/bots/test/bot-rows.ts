import type { Attachment } from '@parley/common/events';
import type { Database } from '@parley/database/connection/connect-database';
import { START } from './open-bots.ts';

let nextPeer = 1000;

/** A bot of a tenant; returns its id. */
export async function addBot({ prisma }: Pick<Database, 'prisma'>, tenantId: number): Promise<number> {
  const { id } = await prisma.bot.create({
    data: {
      tenantId,
      name: 'Noor',
      enabled: true,
      keyMode: 'own',
      provider: 'openai',
      model: 'm',
      instructions: 'Be kind.',
      trigger: { kind: 'all' },
      caps: {},
      toolSecret: '',
      createdAt: START,
      updatedAt: START,
    },
  });
  return id;
}

/** A conversation on a connected account of tg. */
export async function addConversation({ prisma }: Pick<Database, 'prisma'>, tenantId: number) {
  const peer = String(nextPeer++);
  const account = await prisma.channelAccount.create({
    data: { tenantId, channel: 'tg', externalId: `bot-${peer}`, name: 'Shop', status: 'connected', credentials: '' },
  });
  const contact = await prisma.contact.create({ data: { tenantId, channel: 'tg', name: 'Ann' } });
  return prisma.conversation.create({
    data: { tenantId, channel: 'tg', channelAccountId: account.id, contactId: contact.id, peer },
  });
}

type Conversation = Awaited<ReturnType<typeof addConversation>>;

/** A message in it, from the customer by default; returns its id. */
export async function addMessage(
  { prisma }: Pick<Database, 'prisma'>,
  { id: conversationId, tenantId, channelAccountId, peer }: Conversation,
  given: {
    text?: string;
    direction?: 'in' | 'out';
    origin?: string;
    status?: string;
    attachments?: Attachment[];
    revokedAt?: Date;
  },
): Promise<string> {
  const { direction = 'in', attachments = [], ...rest } = given;
  const { id } = await prisma.message.create({
    data: {
      tenantId,
      conversationId,
      channelAccountId,
      channel: 'tg',
      peer,
      direction,
      origin: 'customer',
      status: direction === 'in' ? 'received' : 'sent',
      text: '',
      attachments: JSON.parse(JSON.stringify(attachments)),
      happenedAt: START,
      ...rest,
    },
  });
  return String(id);
}
