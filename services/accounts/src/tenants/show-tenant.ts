import { verb } from '@parley/bus/verb';
import { showTenant as contract, TENANT_DAYS } from '@parley/common/contracts/console/tenant-activity';
import { AppError } from '@parley/common/errors';
import { findAttention } from '../home/find-attention.steps.ts';
import type { AccountsService } from '../service.ts';
import { firstOf } from '../usage/figures.rules.ts';
import { countMessages } from '../usage/figures.store.ts';
import { toTenantView } from './tenant.rules.ts';
import { findTenant } from './tenant.store.ts';
import { countSetUp, findLastActive } from './tenant-activity.store.ts';

/** One tenant as the operator sees it (docs/reference/console.md#tenants). Errors: unknown_tenant. */
export const showTenant = verb(contract, async (service: AccountsService, { slug }) => {
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
    troubles: attention.items.length + (attention.coming?.length ?? 0),
  };
});
