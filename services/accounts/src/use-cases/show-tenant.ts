import { type showTenant as contract, TENANT_DAYS } from '@parley/common/contracts/console/tenant-activity';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toTenantView } from '../domain/tenant.ts';
import { firstOf } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { countSetUp, findLastActive } from '../storage/tenant-activity-store.ts';
import { findTenant } from '../storage/tenant-store.ts';
import { countMessages } from '../storage/workspace-store.ts';
import { findAttention } from './find-attention.ts';

/** One tenant as the operator sees it (docs/reference/console.md#tenants). Errors: unknown_tenant. */
export async function showTenant(
  service: AccountsService,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database, now } = service;
  const tenant = await findTenant(database.prisma, slug);
  if (!tenant) throw new AppError('unknown_tenant');
  const at = now();
  const [setUp, lastActive, days, attention] = await Promise.all([
    countSetUp(database.prisma, tenant.id),
    findLastActive(database, tenant.id),
    countMessages(database, tenant.id, firstOf(TENANT_DAYS, at), at),
    findAttention(service, ['operator'], tenant.id),
  ]);
  return {
    ...toTenantView(tenant),
    ...setUp,
    days,
    lastActiveAt: lastActive?.toISOString() ?? null,
    troubles: attention.items.length,
  };
}
