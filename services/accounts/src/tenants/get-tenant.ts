import { verb } from '@parley/bus/verb';
import { getTenant as contract } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { toTenantView } from './tenant.rules.ts';
import { findTenant } from './tenant.store.ts';

/** Errors: unknown_tenant. */
export const getTenant = verb(contract, async ({ database }: AccountsService, { slug }) => {
  const tenant = await findTenant(database.prisma, slug);
  if (!tenant) throw new AppError('unknown_tenant');
  return toTenantView(tenant);
});
