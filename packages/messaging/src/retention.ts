import type { Database } from '@parley/database/connect-database';

const DAY_MS = 24 * 3_600_000;

/** A tenant's retention: messages and comments from before this time are erased. */
export interface Retention {
  tenantId: number;
  before: Date;
}

/**
 * The time before which data is erased, by the tenant's own retention, otherwise the deployment's; null keeps
 * everything.
 */
export function retentionOf(
  tenant: { id: number; retentionDays: number | null },
  defaultDays: number | undefined,
  now: Date,
): Retention | null {
  const days = tenant.retentionDays ?? defaultDays;
  return days === undefined ? null : { tenantId: tenant.id, before: new Date(now.getTime() - days * DAY_MS) };
}

/** Tenants with their own retention, or all of them when the deployment has one (PARLEY_RETENTION_DAYS). */
export async function findRetentions(
  { prisma }: Pick<Database, 'prisma'>,
  defaultDays: number | undefined,
  now: Date,
): Promise<Retention[]> {
  const tenants = await prisma.tenant.findMany({
    where: { erasedSlug: null, ...(defaultDays === undefined ? { retentionDays: { not: null } } : {}) },
    select: { id: true, retentionDays: true },
    orderBy: { id: 'asc' },
  });
  return tenants.flatMap((tenant) => retentionOf(tenant, defaultDays, now) ?? []);
}
