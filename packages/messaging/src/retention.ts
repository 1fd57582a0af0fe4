import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

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

const findTenants = defineStatement({
  name: 'retention.find-tenants',
  text: `SELECT id, retention_days FROM tenants
          WHERE erased_slug IS NULL AND ($1 OR retention_days IS NOT NULL) ORDER BY id`,
  params: { all: 'bool' },
  row: { id: 'int4', retentionDays: 'int4?' },
});

/** Tenants with their own retention, or all of them when the deployment has one (PARLEY_RETENTION_DAYS). */
export async function findRetentions(sql: Sql, defaultDays: number | undefined, now: Date): Promise<Retention[]> {
  const tenants = await findTenants.all(sql, { all: defaultDays !== undefined });
  return tenants.flatMap((tenant) => retentionOf(tenant, defaultDays, now) ?? []);
}
