import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { ChangeConversationsDeps } from '../use-cases/change-conversations.ts';

/** Members belong to services/accounts. */
export const makeIsMember =
  (prisma: Pick<PrismaDatabase['prisma'], 'member'>): ChangeConversationsDeps['isMember'] =>
  async (tenantId, memberId) => {
    const where = { tenantId, memberId, removedAt: null };
    return (await prisma.member.findFirst({ where, select: { id: true } })) !== null;
  };
