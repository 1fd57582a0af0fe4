import type { getTenant as contract } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toTenantView } from '../domain/tenant.ts';
import type { AccountsService } from '../service.ts';
import { findTenant } from '../storage/tenant-store.ts';

/** Errors: unknown_tenant. */
export async function getTenant(
  { database }: AccountsService,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenant = await findTenant(database.prisma, slug);
  if (!tenant) throw new AppError('unknown_tenant');
  return toTenantView(tenant);
}
