import { Channel } from '@parley/common/channels';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { deleteUnusedAccounts } from '@parley/messaging/accounts/write-accounts';
import { OWN_CHANNELS } from '../domain/channel-account.ts';

/** An account that is connected now. */
export interface ConnectedAccount {
  channel: Channel;
  externalId: string;
}

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** Connected accounts of a tenant that this service must disconnect. */
export async function findConnected({ prisma }: Prisma, tenantId: number, count: number): Promise<ConnectedAccount[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...OWN_CHANNELS] } },
    select: { channel: true, externalId: true },
    orderBy: { id: 'asc' },
    take: count,
  });
  return rows.map(({ channel, externalId }) => ({ channel: Channel.parse(channel), externalId }));
}

/** Deletes links, lists and tokens of a tenant, and accounts that no row refers to any more. */
export async function removeTenantRows(
  database: PrismaDatabase,
  tenantId: number,
  now: Date,
): Promise<Record<string, number>> {
  const where = { tenantId };
  const removed = await database.prismaTransaction(async ({ prisma }) => {
    const { count: links } = await prisma.connectLink.deleteMany({ where });
    const { count: lists } = await prisma.listedTemplates.deleteMany({ where });
    const { count: tokens } = await prisma.channelToken.deleteMany({ where });
    return { links, template_lists: lists, tokens };
  });
  return { ...removed, channels: await deleteUnusedAccounts(database, tenantId, now) };
}

/** Counts remaining accounts and unfinished removal jobs. */
export async function countLeft({ prisma }: Prisma, tenantId: number): Promise<number> {
  const where = { tenantId };
  const accounts = await prisma.channelAccount.count({ where });
  return accounts + (await prisma.removalJob.count({ where }));
}
