import { Channel } from '@parley/common/channels';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { type ChannelAccount, OWN_CHANNELS } from '../channels/channel-account.rules.ts';

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** Connected accounts of a tenant that this service must disconnect. */
export async function listOwnConnected(
  { prisma }: Prisma,
  tenantId: number,
  count: number,
): Promise<Pick<ChannelAccount, 'channel' | 'externalId'>[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...OWN_CHANNELS] } },
    select: { channel: true, externalId: true },
    orderBy: { id: 'asc' },
    take: count,
  });
  return rows.map(({ channel, externalId }) => ({ channel: Channel.parse(channel), externalId }));
}

/** Deletes links, lists and tokens of a tenant; returns the number of deleted rows by kind. */
export async function deleteTenantRows(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  tenantId: number,
): Promise<Record<string, number>> {
  const where = { tenantId };
  const { count: links } = await prisma.connectLink.deleteMany({ where });
  const { count: lists } = await prisma.listedTemplates.deleteMany({ where });
  const { count: tokens } = await prisma.channelToken.deleteMany({ where });
  return { links, template_lists: lists, tokens };
}

/** Counts remaining accounts and unfinished removal jobs. */
export async function countLeft({ prisma }: Prisma, tenantId: number): Promise<number> {
  const where = { tenantId };
  const accounts = await prisma.channelAccount.count({ where });
  return accounts + (await prisma.removalJob.count({ where }));
}
