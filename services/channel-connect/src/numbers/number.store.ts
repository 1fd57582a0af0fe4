import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';

/** A tenant's connected wa number by the platform's id, with its encrypted credentials. */
export const findConnectedNumber = (
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  externalId: string,
): Promise<{ id: number; credentials: string } | null> =>
  prisma.channelAccount.findFirst({
    where: { tenantId, channel: 'wa', externalId, status: 'connected' },
    select: { id: true, credentials: true },
  });
