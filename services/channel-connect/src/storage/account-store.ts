import type { Channel } from '@parley/common/channels';
import { AccountRestriction } from '@parley/common/contracts/console/channel-health';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { ACCOUNT_SELECT, toStoredAccount } from '@parley/messaging/accounts/account-row';
import type { NumberHealth } from '../domain/business-events.ts';
import type { ChannelAccount } from '../domain/channel-account.ts';

type Rows = Pick<PrismaDatabase, 'prisma'>;

/** Connected accounts of a tenant, in the order of connection. */
export async function listConnected(
  { prisma }: Rows,
  tenantId: number,
  channels: readonly Channel[],
): Promise<ChannelAccount[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...channels] } },
    select: ACCOUNT_SELECT,
    orderBy: [{ connectedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toStoredAccount);
}

/** Connected accounts of a tenant after the one with this id, in the order of their rows. */
export async function listConnectedAfter(
  { prisma }: Rows,
  tenantId: number,
  id: number,
  count: number,
): Promise<ChannelAccount[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', id: { gt: id } },
    select: ACCOUNT_SELECT,
    orderBy: { id: 'asc' },
    take: count,
  });
  return rows.map(toStoredAccount);
}

/** Whether another tenant has the account. */
export async function isConnectedElsewhere(
  { prisma }: Rows,
  { channel, externalId, tenantId }: Pick<ChannelAccount, 'channel' | 'externalId' | 'tenantId'>,
): Promise<boolean> {
  const where = { channel, externalId, tenantId: { not: tenantId }, status: 'connected' };
  return (await prisma.channelAccount.findFirst({ where, select: { id: true } })) !== null;
}

export type BusinessNumber = Pick<ChannelAccount, 'id' | 'tenantId' | 'externalId' | 'number'>;

/**
 * The connected numbers of a WhatsApp Business Account. Not scoped to a tenant: Meta's account id determines the
 * tenants.
 */
export const listBusinessNumbers = ({ prisma }: Rows, wabaId: string): Promise<BusinessNumber[]> =>
  prisma.channelAccount.findMany({
    where: { channel: 'wa', wabaId, status: 'connected' },
    select: { id: true, tenantId: true, externalId: true, number: true },
    orderBy: { id: 'asc' },
  });

/** The health of a number, as the platform last reported it. */
export async function findNumberHealth(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { id, tenantId }: Pick<BusinessNumber, 'id' | 'tenantId'>,
): Promise<NumberHealth> {
  const { externalId, name, qualityRating, qualityTier, restrictions } = await channelAccount.findFirstOrThrow({
    where: { id, tenantId },
    select: { externalId: true, name: true, qualityRating: true, qualityTier: true, restrictions: true },
  });
  const limits = AccountRestriction.array().parse(restrictions);
  return { tenantId, externalId, name, quality: qualityRating, limit: qualityTier, restrictions: limits };
}
