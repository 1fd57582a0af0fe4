import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Item } from '../planning/plan-notifications.rules.ts';

const conversationOf = ({ data }: Item): number[] => {
  const id = typeof data === 'object' && data !== null && 'conversation_id' in data ? Number(data.conversation_id) : 0;
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
};

/** Customers of the conversations in a message: looked up when it is sent, so that no name is stored with it. */
export async function findCustomers(
  prisma: Pick<PrismaDatabase['prisma'], 'conversation'>,
  tenantId: number | null,
  items: readonly Item[],
): Promise<Map<number, string>> {
  const conversationIds = [...new Set(items.flatMap(conversationOf))];
  if (tenantId === null || conversationIds.length === 0) return new Map();
  const rows = await prisma.conversation.findMany({
    where: { id: { in: conversationIds }, tenantId },
    select: { id: true, contact: { select: { name: true } } },
  });
  return new Map(rows.flatMap(({ id, contact: { name } }) => (name === null ? [] : [[id, name]])));
}

type Tenants = Pick<PrismaDatabase['prisma'], 'tenant'>;

/** Null for the deployment. */
export async function findTenantName(prisma: Tenants, tenantId: number | null): Promise<string | null> {
  if (tenantId === null) return null;
  const tenant = await prisma.tenant.findUnique({ where: { id: tenantId }, select: { name: true } });
  return tenant?.name ?? null;
}

export async function findPlan(prisma: Tenants, tenantId: number): Promise<string> {
  return (await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } })).plan;
}
