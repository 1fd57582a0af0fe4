import type { getTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type Tenant, toTenantView } from '../domain/tenant.ts';

export interface GetTenantDeps {
  findTenant(slug: string): Promise<Tenant | null>;
}

/** One tenant (docs/reference/operator-api.md#tenants). Errors: unknown_tenant. */
export function makeGetTenant({ findTenant }: GetTenantDeps) {
  return async ({ slug }: InputOf<typeof getTenant>): Promise<OutputOf<typeof getTenant>> => {
    const tenant = await findTenant(slug);
    if (!tenant) throw new AppError('unknown_tenant');
    return toTenantView(tenant);
  };
}
