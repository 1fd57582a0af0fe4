import type { listTenants } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type Tenant, toTenantView } from '../domain/tenant.ts';

export interface ListTenantsDeps {
  /** In the order of their making. */
  listTenantsAfter(id: number, count: number): Promise<Tenant[]>;
}

/** Every tenant, oldest first (docs/reference/operator-api.md#tenants). Errors: invalid_cursor. */
export function makeListTenants({ listTenantsAfter }: ListTenantsDeps) {
  return async ({ limit, cursor }: InputOf<typeof listTenants>): Promise<OutputOf<typeof listTenants>> =>
    pageOf(await listTenantsAfter(readCursor(cursor), limit + 1), limit, toTenantView);
}
