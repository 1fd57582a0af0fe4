import type { listTenantChannels } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type ChannelAccount, toOperatorEntry } from '../domain/channel-account.ts';

export interface ListTenantChannelsDeps {
  findTenantId(slug: string): Promise<number | null>;
  /** In the order of their rows. */
  listConnectedAfter(tenantId: number, id: number, count: number): Promise<ChannelAccount[]>;
}

/**
 * The connected channels of a tenant (docs/reference/operator-api.md#channels). Errors: unknown_tenant, invalid_cursor.
 */
export function makeListTenantChannels({ findTenantId, listConnectedAfter }: ListTenantChannelsDeps) {
  return async ({
    slug,
    limit,
    cursor,
  }: InputOf<typeof listTenantChannels>): Promise<OutputOf<typeof listTenantChannels>> => {
    const after = readCursor(cursor);
    const tenantId = await findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    return pageOf(await listConnectedAfter(tenantId, after, limit + 1), limit, toOperatorEntry);
  };
}
