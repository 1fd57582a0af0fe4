import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const DAY_MS = 24 * 3_600_000;

/** A tenant with a retention: messages and comments from before this moment are erased. */
export interface Retention {
  tenantId: number;
  before: Date;
}

const findTenants = defineStatement({
  name: 'retention.find-tenants',
  text: 'SELECT id, retention_days FROM tenants WHERE erased_slug IS NULL ORDER BY id',
  row: { id: 'int4', retentionDays: 'int4?' },
});

const findTenantsWithOwn = defineStatement({
  name: 'retention.find-tenants-with-own',
  text: `SELECT id, retention_days FROM tenants
          WHERE retention_days IS NOT NULL AND erased_slug IS NULL ORDER BY id`,
  row: { id: 'int4', retentionDays: 'int4!' },
});

/** The moment before which data is erased, by the tenant's own retention or else the deployment's; null keeps everything. */
export function retentionOf(
  tenant: { id: number; retentionDays: number | null },
  defaultDays: number | undefined,
  now: Date,
): Retention | null {
  const days = tenant.retentionDays ?? defaultDays;
  return days === undefined ? null : { tenantId: tenant.id, before: new Date(now.getTime() - days * DAY_MS) };
}

/** Tenants with a retention of their own, or all of them where the deployment has one (PARLEY_RETENTION_DAYS). */
export async function findRetentions(sql: Sql, defaultDays: number | undefined, now: Date): Promise<Retention[]> {
  const tenants = await (defaultDays === undefined ? findTenantsWithOwn : findTenants).all(sql, {});
  return tenants.flatMap((tenant) => retentionOf(tenant, defaultDays, now) ?? []);
}
