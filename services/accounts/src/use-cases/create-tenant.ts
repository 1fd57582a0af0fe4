import type { createTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type Tenant, toTenantView } from '../domain/tenant.ts';

export interface NewTenant {
  slug: string;
  name: string;
  plan: string | undefined;
  /** Opening credit, a decimal string. */
  balance: string;
}

export interface CreateTenantDeps {
  /** Tenant and ledger row of its opening credit; null when the slug is taken. */
  insertTenant(tenant: NewTenant): Promise<Tenant | null>;
}

/** Makes a tenant (docs/reference/operator-api.md#tenants). Errors: slug_taken. */
export function makeCreateTenant({ insertTenant }: CreateTenantDeps) {
  return async ({
    slug,
    name = slug,
    plan,
    balance = '0',
  }: InputOf<typeof createTenant>): Promise<OutputOf<typeof createTenant>> => {
    const tenant = await insertTenant({ slug, name, plan, balance });
    if (!tenant) throw new AppError('slug_taken');
    return toTenantView(tenant);
  };
}
