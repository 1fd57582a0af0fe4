import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { Sql } from '@parley/prisma/sql';
import type { Tenant } from '../domain/tenant.ts';
import type { CreateTenantDeps } from '../use-cases/create-tenant.ts';
import type { GetTenantDeps } from '../use-cases/get-tenant.ts';
import type { ListTenantsDeps } from '../use-cases/list-tenants.ts';
import type { UpdateTenantDeps } from '../use-cases/update-tenant.ts';

export type TenantStore = CreateTenantDeps &
  GetTenantDeps &
  ListTenantsDeps &
  Pick<UpdateTenantDeps, 'updateTenant'> & { findTenantId(slug: string): Promise<number | null> };

interface TenantRow {
  id: number;
  slug: string;
  name: string;
  plan: string;
  status: string;
  balance: string;
  retention_days: number | null;
  created_at: Date;
}

const COLUMNS = 'id, slug, name, plan, status, balance::text AS balance, retention_days, created_at';

const INSERT = `
  WITH made AS (
    INSERT INTO tenants (slug, name, plan, balance)
    VALUES ($1, $2, coalesce($3, 'standard'), $4::numeric)
    -- The slug of a tenant, or of one that was erased.
    ON CONFLICT DO NOTHING
    RETURNING *
  ), opening AS (
    INSERT INTO credit_ledger (tenant_id, amount, kind, note)
    SELECT id, balance, 'top_up', 'Opening credit' FROM made WHERE balance <> 0
  )
  SELECT ${COLUMNS} FROM made`;

const toTenant = ({ created_at, status, retention_days, ...row }: TenantRow): Tenant => ({
  ...row,
  status: TenantStatus.parse(status),
  retentionDays: retention_days,
  createdAt: created_at,
});

/** Tenants in PostgreSQL. */
export function makeTenantStore(sql: Sql): TenantStore {
  const one = async (name: string, text: string, values: unknown[]): Promise<Tenant | null> => {
    const { rows } = await sql.query<TenantRow>({ name, text, values });
    return rows[0] ? toTenant(rows[0]) : null;
  };
  return {
    insertTenant: ({ slug, name, plan, balance }) =>
      one('accounts-insert-tenant', INSERT, [slug, name, plan ?? null, balance]),
    findTenant: (slug) => one('accounts-find-tenant', `SELECT ${COLUMNS} FROM tenants WHERE slug = $1`, [slug]),
    async findTenantId(slug) {
      const { rows } = await sql.query<{ id: number }>({
        name: 'accounts-find-tenant-id',
        text: 'SELECT id FROM tenants WHERE slug = $1',
        values: [slug],
      });
      return rows[0]?.id ?? null;
    },
    async listTenantsAfter(id, count) {
      const { rows } = await sql.query<TenantRow>({
        name: 'accounts-list-tenants',
        text: `SELECT ${COLUMNS} FROM tenants WHERE id > $1 AND erased_slug IS NULL ORDER BY id LIMIT $2`,
        values: [id, count],
      });
      return rows.map(toTenant);
    },
    updateTenant: (slug, { name, plan, status, retentionDays }) =>
      one(
        'accounts-update-tenant',
        `UPDATE tenants SET name = coalesce($2, name), plan = coalesce($3, plan), status = coalesce($4, status),
                retention_days = CASE WHEN $5 THEN $6 ELSE retention_days END
          WHERE slug = $1 RETURNING ${COLUMNS}`,
        [slug, name ?? null, plan ?? null, status ?? null, retentionDays !== undefined, retentionDays ?? null],
      ),
  };
}
