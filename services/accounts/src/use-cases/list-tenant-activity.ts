import type { listTenantActivity as contract } from '@parley/common/contracts/console/tenant-activity';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageByOffset, readOffset } from '@parley/database/list-cursor';
import { toTenantView } from '../domain/tenant.ts';
import { firstHour } from '../domain/tenant-hours.ts';
import type { AccountsService } from '../service.ts';
import { type ActiveTenant, findActiveTenants } from '../storage/tenant-activity-store.ts';

type Listed = OutputOf<typeof contract>;

const toView = (tenant: ActiveTenant): Listed['items'][number] => ({
  ...toTenantView(tenant),
  messages: tenant.messages,
  messagesFailed: tenant.messagesFailed,
  lastActiveAt: tenant.lastActiveAt?.toISOString() ?? null,
});

/** Tenants with their messages of 24 hours (docs/reference/console.md#tenants). Errors: invalid_cursor. */
export async function listTenantActivity(
  { database, now }: AccountsService,
  { q, sort, descending, limit, cursor }: InputOf<typeof contract>,
): Promise<Listed> {
  const offset = readOffset(cursor);
  const wanted = { first: firstHour(now()), q, sort, descending, offset, count: limit + 1 };
  return pageByOffset(await database.read((reader) => findActiveTenants(reader, wanted)), { limit, offset }, toView);
}
