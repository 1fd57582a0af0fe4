import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';

/** Finds the WhatsApp Business Account of a connected number; null where it is unknown. */
export const findBusinessAccountOf =
  ({ prisma }: Pick<PrismaDatabase, 'prisma'>) =>
  async ({ id, tenantId }: { id: number; tenantId: number }): Promise<string | null> => {
    const found = await prisma.channelAccount.findFirst({
      where: { id, tenantId, status: 'connected' },
      select: { wabaId: true },
    });
    return found?.wabaId ?? null;
  };
