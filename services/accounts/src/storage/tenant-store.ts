import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Tenant } from '../domain/tenant.ts';
import type { ManageTenantsDeps } from '../use-cases/manage-tenants.ts';

export type TenantStore = Omit<ManageTenantsDeps, 'publishKeysChanged'>;

const TENANT = {
  id: true,
  slug: true,
  name: true,
  plan: true,
  status: true,
  balance: true,
  retentionDays: true,
  lowCreditThreshold: true,
  createdAt: true,
} as const;
/** Scale of the column `tenants.balance`. */
const DECIMALS = 6;

/** An exact amount as returned by Prisma. */
interface Decimal {
  toFixed(decimals: number): string;
}

const toTenant = ({
  status,
  balance,
  lowCreditThreshold,
  ...row
}: Omit<Tenant, 'status' | 'balance' | 'lowCreditThreshold'> & {
  status: string;
  balance: Decimal;
  lowCreditThreshold: Decimal | null;
}): Tenant => ({
  ...row,
  lowCreditThreshold: lowCreditThreshold?.toFixed(DECIMALS) ?? null,
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
        // Skipped when a tenant has the slug or an erased tenant had it.
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
    async listTenantsAfter(id, count) {
      const where = { id: { gt: id }, erasedSlug: null };
      return (await prisma.tenant.findMany({ where, select: TENANT, orderBy: { id: 'asc' }, take: count })).map(
        toTenant,
      );
    },
    async updateTenant(slug, { lowCreditThreshold, ...changes }) {
      // A new threshold is reported again.
      const line = lowCreditThreshold === undefined ? {} : { lowCreditThreshold, lowCreditAt: null };
      await prisma.tenant.updateMany({ where: { slug }, data: { ...changes, ...line } });
      return findTenant(slug);
    },
  };
}
