import { AppError } from '@parley/common/errors';
import type { Sql } from './sql.ts';
import { defineStatement } from './statement.ts';

const findBySlug = defineStatement({
  name: 'tenant.find-by-slug',
  text: 'SELECT id FROM tenants WHERE slug = $1',
  params: { slug: 'text' },
  row: { id: 'int4' },
});

/** The id of the tenant whose slug an operator named (docs/reference/operator-api.md#tenants). Errors: unknown_tenant. */
export type TenantOf = (slug: string) => Promise<number>;

export const makeTenantOf =
  (sql: Sql): TenantOf =>
  async (slug) => {
    const tenant = await findBySlug.first(sql, { slug });
    if (!tenant) throw new AppError('unknown_tenant');
    return tenant.id;
  };
