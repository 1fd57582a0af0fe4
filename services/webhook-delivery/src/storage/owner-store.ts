import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { LaneOwner } from '../domain/failing-fact.ts';

export async function findOwner(
  prisma: Pick<PrismaTransaction['prisma'], 'apiKey' | 'platformWebhook'>,
  instanceId: string,
): Promise<LaneOwner | null> {
  const where = { instanceId };
  const key = await prisma.apiKey.findUnique({ where, select: { tenantId: true, label: true } });
  if (key) return key;
  const webhook = await prisma.platformWebhook.findUnique({ where, select: { tenantId: true } });
  return webhook && { ...webhook, label: 'Platform webhook' };
}
