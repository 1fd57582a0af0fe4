import { verb } from '@parley/bus/verb';
import { listTenants as contract } from '@parley/common/contracts/operator/tenants';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toTenantView } from './tenant.rules.ts';
import { findTenantsAfter } from './tenant.store.ts';

/** Oldest first. Errors: invalid_cursor. */
export const listTenants = verb(contract, async ({ database }: AccountsService, { limit, cursor }) => {
  return pageOf(await findTenantsAfter(database.prisma, readCursor(cursor), limit + 1), limit, toTenantView);
});
