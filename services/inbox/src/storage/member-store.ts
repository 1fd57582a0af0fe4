import type { PrismaDatabase } from '@parley/database/map-database-errors';

/** Whether a tenant has this member; a removed one is excluded. Members belong to services/accounts. */
export async function isMember(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  memberId: string,
): Promise<boolean> {
  const where = { tenantId, memberId, removedAt: null };
  return (await prisma.member.findFirst({ where, select: { id: true } })) !== null;
}
