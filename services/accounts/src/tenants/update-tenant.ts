import { verb } from '@parley/bus/verb';
import { updateTenant as contract } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import { keyChanged, sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { toTenantView } from './tenant.rules.ts';
import { findTenant, saveTenant } from './tenant.store.ts';

/** Takes effect on every gateway within 1 s. Errors: unknown_tenant. */
export const updateTenant = verb(contract, async ({ database, bus }: AccountsService, { slug, ...changes }) => {
  await saveTenant(database.prisma, slug, changes);
  const tenant = await findTenant(database.prisma, slug);
  if (!tenant) throw new AppError('unknown_tenant');
  bus.publishHint(keyChanged, { instanceId: null });
  // The rights of members depend on their tenant too.
  bus.publishHint(sessionChanged, { sessionId: null });
  return toTenantView(tenant);
});
