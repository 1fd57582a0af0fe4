import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { keepQuality, keepRestrictions } from '@parley/messaging/accounts/write-accounts';
import type { ReportBusinessDeps } from '../use-cases/report-business-account.ts';

/**
 * The numbers of a WhatsApp Business Account, and Meta's reports about them. Not scoped to a tenant: Meta's account id
 * determines the tenants.
 */
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
    keepRestrictions: ({ id, tenantId }, restrictions, at) =>
      keepRestrictions(prisma, { id, tenantId, restrictions, at }),
    keepQuality: ({ id, tenantId }, { rating, limitTier }, at) =>
      keepQuality(prisma, { id, tenantId, rating, limitTier, at }),
  };
}
