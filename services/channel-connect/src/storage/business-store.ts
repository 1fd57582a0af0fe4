import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { ReportBusinessDeps } from '../use-cases/report-business-account.ts';

/** The numbers of a WhatsApp Business Account, and what Meta says of them. The account's id is Meta's: it names the tenants. */
export function makeBusinessStore({
  prisma,
}: Pick<PrismaDatabase, 'prisma'>): Pick<ReportBusinessDeps, 'findNumbers' | 'keepRestrictions' | 'keepQuality'> {
  return {
    findNumbers: (wabaId) =>
      prisma.channelAccount.findMany({
        where: { channel: 'wa', wabaId, status: 'connected' },
        select: { id: true, tenantId: true, externalId: true, number: true },
        orderBy: { id: 'asc' },
      }),
    async keepRestrictions({ id, tenantId }, restrictions, at) {
      const { count } = await prisma.channelAccount.updateMany({
        where: { id, tenantId, status: 'connected', OR: [{ restrictedAt: null }, { restrictedAt: { lt: at } }] },
        data: { restrictions: [...restrictions], restrictedAt: at },
      });
      return count > 0;
    },
    async keepQuality({ id, tenantId }, { rating, limitTier }, at) {
      const { count } = await prisma.channelAccount.updateMany({
        where: { id, tenantId, status: 'connected', OR: [{ qualityAt: null }, { qualityAt: { lt: at } }] },
        data: {
          ...(rating === undefined ? {} : { qualityRating: rating }),
          ...(limitTier === undefined ? {} : { qualityTier: limitTier }),
          qualityAt: at,
        },
      });
      return count > 0;
    },
  };
}
