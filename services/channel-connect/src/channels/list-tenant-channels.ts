import { verb } from '@parley/bus/verb';
import { listTenantChannels as contract } from '@parley/common/contracts/operator/tenant-channels';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { ChannelConnectService } from '../service.ts';
import { toOperatorEntry } from './account.rules.ts';
import { listConnectedAfter } from './account.store.ts';

/**
 * The connected channels of a tenant (docs/reference/operator-api.md#channels). Errors: unknown_tenant, invalid_cursor.
 */
export const listTenantChannels = verb(
  contract,
  async ({ database }: ChannelConnectService, { slug, limit, cursor }) => {
    const after = readCursor(cursor);
    const tenantId = await tenantOfSlug(database, slug);
    return pageOf(await listConnectedAfter(database, tenantId, after, limit + 1), limit, toOperatorEntry);
  },
);
