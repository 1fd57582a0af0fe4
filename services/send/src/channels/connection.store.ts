import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';

/** A business connection of a bot (docs/reference/tg.md#business-connections). */
export interface AskedConnection {
  tenantId: number;
  channelAccountId: number;
  connectionId: string;
}

/** The connection that reaches the same owner now: the newest that has not ended, else the newest. Null when it is unknown. */
export async function findNewestConnection(
  { prisma: { businessConnection } }: Pick<PrismaDatabase, 'prisma'>,
  { tenantId, channelAccountId, connectionId }: AskedConnection,
): Promise<string | null> {
  const where = { tenantId, channelAccountId };
  const known = await businessConnection.findFirst({ where: { ...where, connectionId }, select: { ownerId: true } });
  if (!known) return null;
  const newest = await businessConnection.findFirst({
    where: { ...where, ownerId: known.ownerId },
    select: { connectionId: true },
    orderBy: [{ isEnabled: 'desc' }, { connectedAt: 'desc' }, { id: 'desc' }],
  });
  return newest?.connectionId ?? null;
}
