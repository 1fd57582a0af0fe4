import type { listTenantChannels } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { type ChannelAccount, toOperatorEntry } from '../domain/channel-account.ts';

export interface ListTenantChannelsDeps {
  tenantOf: TenantOf;
  /** In the order of their rows. */
  listConnectedAfter(tenantId: number, id: number, count: number): Promise<ChannelAccount[]>;
}

/**
 * The connected channels of a tenant (docs/reference/operator-api.md#channels). Errors: unknown_tenant, invalid_cursor.
 */
export function makeListTenantChannels({ tenantOf, listConnectedAfter }: ListTenantChannelsDeps) {
  return async ({
    slug,
    limit,
    cursor,
  }: InputOf<typeof listTenantChannels>): Promise<OutputOf<typeof listTenantChannels>> => {
    const after = readCursor(cursor);
    return pageOf(await listConnectedAfter(await tenantOf(slug), after, limit + 1), limit, toOperatorEntry);
  };
}
