import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Tenant } from '../domain/tenant.ts';
import type { CreateTenantDeps } from '../use-cases/create-tenant.ts';
import type { GetTenantDeps } from '../use-cases/get-tenant.ts';
import type { ListTenantsDeps } from '../use-cases/list-tenants.ts';
import type { UpdateTenantDeps } from '../use-cases/update-tenant.ts';

export type TenantStore = CreateTenantDeps &
  GetTenantDeps &
  ListTenantsDeps &
  Pick<UpdateTenantDeps, 'updateTenant'> & { findTenantId(slug: string): Promise<number | null> };

const TENANT = {
  id: true,
  slug: true,
  name: true,
  plan: true,
  status: true,
  balance: true,
  retentionDays: true,
  createdAt: true,
} as const;
/** Of `tenants.balance`. */
const DECIMALS = 6;

const toTenant = ({
  status,
  balance,
  ...row
}: Omit<Tenant, 'status' | 'balance'> & {
  status: string;
  balance: { toFixed(decimals: number): string };
}): Tenant => ({
  ...row,
  status: TenantStatus.parse(status),
  balance: balance.toFixed(DECIMALS),
});

/** Tenants in PostgreSQL. */
export function makeTenantStore({ prisma, prismaTransaction }: PrismaDatabase): TenantStore {
  const findTenant = async (slug: string): Promise<Tenant | null> => {
    const tenant = await prisma.tenant.findUnique({ where: { slug }, select: TENANT });
    return tenant ? toTenant(tenant) : null;
  };
  return {
    insertTenant: ({ slug, name, plan, balance }) =>
      prismaTransaction(async (transaction) => {
        const data = { slug, name, balance, ...(plan === undefined ? {} : { plan }) };
        // Skipped: the slug of a tenant, or of one that was erased.
        const [made] = await transaction.prisma.tenant.createManyAndReturn({
          data: [data],
          select: TENANT,
          skipDuplicates: true,
        });
        if (!made) return null;
        if (!made.balance.isZero())
          await transaction.prisma.creditEntry.create({
            data: { tenantId: made.id, amount: made.balance, kind: 'top_up', note: 'Opening credit' },
          });
        return toTenant(made);
      }),
    findTenant,
    async findTenantId(slug) {
      return (await prisma.tenant.findUnique({ where: { slug }, select: { id: true } }))?.id ?? null;
    },
    async listTenantsAfter(id, count) {
      const where = { id: { gt: id }, erasedSlug: null };
      return (await prisma.tenant.findMany({ where, select: TENANT, orderBy: { id: 'asc' }, take: count })).map(
        toTenant,
      );
    },
    async updateTenant(slug, { name, plan, status, retentionDays }) {
      await prisma.tenant.updateMany({ where: { slug }, data: { name, plan, status, retentionDays } });
      return findTenant(slug);
    },
  };
}
