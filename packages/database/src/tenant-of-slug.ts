import type { TenantOrDeployment } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Database } from './connection/connect-database.ts';

/** The id of the tenant with this slug (docs/reference/operator-api.md#tenants). Errors: unknown_tenant. */
export async function tenantOfSlug({ prisma }: Pick<Database, 'prisma'>, slug: string): Promise<number> {
  const tenant = await prisma.tenant.findUnique({ where: { slug }, select: { id: true } });
  if (!tenant) throw new AppError('unknown_tenant');
  return tenant.id;
}

/** The tenant that an input names; null without a slug: the deployment. Errors: unknown_tenant. */
export const tenantOrDeployment = async (
  database: Pick<Database, 'prisma'>,
  { slug }: TenantOrDeployment,
): Promise<number | null> => (slug === undefined ? null : tenantOfSlug(database, slug));
