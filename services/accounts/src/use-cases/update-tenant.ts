import type { updateTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type Tenant, toTenantView } from '../domain/tenant.ts';

/** What changes; an absent member stays as it is. */
export interface TenantChanges {
  name?: string | undefined;
  plan?: string | undefined;
  status?: Tenant['status'] | undefined;
  retentionDays?: number | null | undefined;
}

export interface UpdateTenantDeps {
  /** Null when there is no such tenant. */
  updateTenant(slug: string, changes: TenantChanges): Promise<Tenant | null>;
  /** Every key of a tenant may have changed what it may do. */
  publishKeysChanged(): void;
}

/**
 * Changes name, plan or status, on every gateway within 1 s (docs/reference/operator-api.md#tenants). Errors:
 * unknown_tenant.
 */
export function makeUpdateTenant(deps: UpdateTenantDeps) {
  return async ({
    slug,
    retention_days: retentionDays,
    ...changes
  }: InputOf<typeof updateTenant>): Promise<OutputOf<typeof updateTenant>> => {
    const tenant = await deps.updateTenant(slug, { ...changes, retentionDays });
    if (!tenant) throw new AppError('unknown_tenant');
    deps.publishKeysChanged();
    return toTenantView(tenant);
  };
}
