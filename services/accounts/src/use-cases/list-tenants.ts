import type { listTenants as contract } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { toTenantView } from '../domain/tenant.ts';
import type { AccountsService } from '../service.ts';
import { findTenantsAfter } from '../storage/tenant-store.ts';

/** Oldest first. Errors: invalid_cursor. */
export async function listTenants(
  { database }: AccountsService,
  { limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return pageOf(await findTenantsAfter(database.prisma, readCursor(cursor), limit + 1), limit, toTenantView);
}
