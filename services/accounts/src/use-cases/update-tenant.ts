import type { updateTenant as contract } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { publishKeysChanged } from '../adapters/publish-keys-changed.ts';
import { toTenantView } from '../domain/tenant.ts';
import type { AccountsService } from '../service.ts';
import { findTenant, saveTenant } from '../storage/tenant-store.ts';

/** Takes effect on every gateway within 1 s. Errors: unknown_tenant. */
export async function updateTenant(
  { database, bus }: AccountsService,
  { slug, ...changes }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  await saveTenant(database.prisma, slug, changes);
  const tenant = await findTenant(database.prisma, slug);
  if (!tenant) throw new AppError('unknown_tenant');
  publishKeysChanged(bus);
  return toTenantView(tenant);
}
