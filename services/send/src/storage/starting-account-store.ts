import {
  SENDING_ACCOUNTS_MAX,
  STARTING_CHANNELS,
  type StartingChannel,
} from '@parley/common/contracts/console/start-conversation';
import type { PrismaDatabase } from '@parley/database/map-database-errors';

/** A connected account on which the tenant may write first. */
export interface StartingAccount {
  channel: StartingChannel;
  id: string;
  label: string;
  number: string | null;
}

/** The oldest connected accounts of the channels on which a tenant may write first. */
export async function listStartingAccounts(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
): Promise<StartingAccount[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...STARTING_CHANNELS] } },
    select: { channel: true, externalId: true, name: true, number: true },
    orderBy: { id: 'asc' },
    take: SENDING_ACCOUNTS_MAX,
  });
  return rows.flatMap(({ channel: code, externalId: id, name: label, number }) => {
    const channel = STARTING_CHANNELS.find((one) => one === code);
    return channel ? [{ channel, id, label, number }] : [];
  });
}
