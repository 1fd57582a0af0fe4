import { verb } from '@parley/bus/verb';
import { listTenantActivity as contract } from '@parley/common/contracts/console/tenant-activity';
import type { OutputOf } from '@parley/common/define-contract';
import { pageByOffset, readOffset } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { firstHour, toTenantView } from './tenant.rules.ts';
import { type ActiveTenant, findActiveTenants } from './tenant-activity.store.ts';

type Listed = OutputOf<typeof contract>;

const toView = (tenant: ActiveTenant): Listed['items'][number] => ({
  ...toTenantView(tenant),
  messages: tenant.messages,
  messagesFailed: tenant.messagesFailed,
  lastActiveAt: tenant.lastActiveAt?.toISOString() ?? null,
});

/** Tenants with their messages of 24 hours (docs/reference/console.md#tenants). Errors: invalid_cursor. */
export const listTenantActivity = verb(
  contract,
  async ({ database, now }: AccountsService, { q, sort, descending, limit, cursor }) => {
    const offset = readOffset(cursor);
    const wanted = { first: firstHour(now()), q, sort, descending, offset, count: limit + 1 };
    return pageByOffset(await database.read((reader) => findActiveTenants(reader, wanted)), { limit, offset }, toView);
  },
);
