import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { WdAccount } from './chosen-account.rules.ts';

/** More linked phones than any tenant has. */
const MAX_ACCOUNTS = 1000;

/** The connected linked phones of a tenant, oldest first. */
export const listWdAccounts = ({ prisma }: Pick<PrismaDatabase, 'prisma'>, tenantId: number): Promise<WdAccount[]> =>
  prisma.channelAccount.findMany({
    where: { tenantId, channel: 'wd', status: 'connected' },
    select: { externalId: true, name: true, number: true },
    orderBy: { id: 'asc' },
    take: MAX_ACCOUNTS,
  });
