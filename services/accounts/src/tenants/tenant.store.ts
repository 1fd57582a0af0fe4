import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import { storedLanguage } from '@parley/common/languages/languages';
import { JSON_NULL } from '@parley/database/statements/json-null';
import type { Prisma } from '@parley/prisma/client';
import type { WorkspaceSettings } from '../workspace/settings.rules.ts';
import { BALANCE_DECIMALS, type NewTenant, type Tenant, type TenantChanges } from './tenant.rules.ts';

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

const toTenant = ({
  status,
  balance,
  lowCreditThreshold,
  ...row
}: Prisma.TenantGetPayload<{ select: typeof TENANT }>): Tenant => ({
  ...row,
  lowCreditThreshold: lowCreditThreshold?.toFixed(BALANCE_DECIMALS) ?? null,
  status: TenantStatus.parse(status),
  balance: balance.toFixed(BALANCE_DECIMALS),
});

type Client = Prisma.TransactionClient;

/** Null when a tenant has the slug or an erased tenant had it. */
export async function insertTenant(
  { tenant }: Client,
  { slug, name, plan, balance }: NewTenant,
): Promise<Tenant | null> {
  const data = { slug, name, balance, ...(plan === undefined ? {} : { plan }) };
  const [made] = await tenant.createManyAndReturn({ data: [data], select: TENANT, skipDuplicates: true });
  return made ? toTenant(made) : null;
}

export async function findTenant({ tenant }: Client, slug: string): Promise<Tenant | null> {
  const found = await tenant.findUnique({ where: { slug }, select: TENANT });
  return found ? toTenant(found) : null;
}

/** A workspace as its members see it. */
export async function findWorkspace(
  { tenant }: Client,
  id: number,
): Promise<
  | (Pick<Tenant, 'slug' | 'name' | 'status'> &
      Pick<WorkspaceSettings, 'language' | 'timeZone' | 'logoVersion'> & { demoEndsAt: string | null })
  | null
> {
  const select = {
    slug: true,
    name: true,
    status: true,
    language: true,
    timeZone: true,
    logoVersion: true,
    demoWorkspace: { select: { endsAt: true } },
  } as const;
  const found = await tenant.findUnique({ where: { id }, select });
  if (!found) return null;
  const { demoWorkspace, language, status, ...same } = found;
  return {
    ...same,
    language: storedLanguage(language),
    status: TenantStatus.parse(status),
    demoEndsAt: demoWorkspace?.endsAt.toISOString() ?? null,
  };
}

/** In the order of creation, without erased ones. */
export async function findTenantsAfter({ tenant }: Client, id: number, count: number): Promise<Tenant[]> {
  const where = { id: { gt: id }, erasedSlug: null };
  return (await tenant.findMany({ where, select: TENANT, orderBy: { id: 'asc' }, take: count })).map(toTenant);
}

export async function saveTenant(
  { tenant }: Client,
  slug: string,
  { lowCreditThreshold, ...changes }: TenantChanges,
): Promise<void> {
  // A new threshold is reported again.
  const line = lowCreditThreshold === undefined ? {} : { lowCreditThreshold, lowCreditAt: null };
  await tenant.updateMany({ where: { slug }, data: { ...changes, ...line } });
}

/** Texts from a workspace's settings. */
const NO_TEXTS = {
  name: '',
  consentWords: JSON_NULL,
  businessHours: JSON_NULL,
  awayMessage: null,
  satisfactionQuestion: null,
  logo: null,
  logoVersion: null,
};

/**
 * Disables a tenant and its slug: the old slug stays taken, and no request can name the new one. Returns its id;
 * null: there is no such tenant. Of two concurrent calls, the second finds none.
 */
export async function closeTenant({ tenant }: Client, slug: string): Promise<number | null> {
  const found = await tenant.findUnique({ where: { slug }, select: { id: true } });
  if (!found) return null;
  const { count } = await tenant.updateMany({
    where: { id: found.id, slug },
    data: { erasedSlug: slug, slug: `~erased-${found.id}`, status: 'inactive', ...NO_TEXTS },
  });
  return count === 0 ? null : found.id;
}

/** Revokes all keys and platform webhooks of a tenant, and deletes the webhook addresses of the keys. */
export async function revokeKeysOf(
  { apiKey, platformWebhook }: Client,
  tenantId: number,
  revokedAt: Date,
): Promise<void> {
  await apiKey.updateMany({ where: { tenantId, revokedAt: null }, data: { revokedAt } });
  await platformWebhook.updateMany({ where: { tenantId, revokedAt: null }, data: { revokedAt } });
  await apiKey.updateMany({ where: { tenantId }, data: { webhookUrl: null } });
}
