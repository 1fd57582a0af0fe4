import type { Channel } from '@parley/common/channels';
import { AccountRestriction } from '@parley/common/contracts/console/channel-health';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { ACCOUNT_SELECT, toStoredAccount } from '@parley/messaging/accounts/account-row';
import type { ChannelAccount, NumberHealth } from './account.rules.ts';

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

const NUMBER_SELECT = { id: true, tenantId: true, externalId: true, number: true } as const;
const isNumber =
  (digits: string) =>
  ({ number }: BusinessNumber): boolean =>
    number?.replace(/\D/g, '') === digits;

/**
 * The connected numbers of a WhatsApp Business Account, or the one with these digits; not scoped to a tenant, because
 * Meta's ids determine the tenants. Where the account has no such number, any connected number with these digits.
 */
export async function listBusinessNumbers(
  { prisma }: Rows,
  wabaId: string,
  digits: string | null,
): Promise<BusinessNumber[]> {
  const connected = { channel: 'wa', status: 'connected' } as const;
  const select = NUMBER_SELECT;
  const orderBy = { id: 'asc' } as const;
  const ofAccount = await prisma.channelAccount.findMany({ where: { ...connected, wabaId }, select, orderBy });
  if (digits === null) return ofAccount;
  const meant = ofAccount.filter(isNumber(digits));
  if (meant.length > 0) return meant;
  return prisma.channelAccount.findMany({ where: { ...connected, number: `+${digits}` }, select, orderBy });
}

/** The health of a number, as the platform last reported it. */
export async function findNumberHealth(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { id, tenantId }: Pick<BusinessNumber, 'id' | 'tenantId'>,
): Promise<NumberHealth> {
  const row = await channelAccount.findFirstOrThrow({
    where: { id, tenantId },
    select: {
      externalId: true,
      name: true,
      qualityRating: true,
      qualityTier: true,
      restrictions: true,
      offlineSince: true,
      paymentMissingSince: true,
    },
  });
  const { externalId, name, qualityRating: quality, qualityTier: limit, offlineSince, paymentMissingSince } = row;
  const restrictions = AccountRestriction.array().parse(row.restrictions);
  const states = { isOffline: offlineSince !== null, isPaymentMissing: paymentMissingSince !== null };
  return { tenantId, externalId, name, quality, limit, restrictions, ...states };
}
