import type { listTenantChannels as contract } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toOperatorEntry } from '../domain/channel-account.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnectedAfter } from '../storage/account-store.ts';

/**
 * The connected channels of a tenant (docs/reference/operator-api.md#channels). Errors: unknown_tenant, invalid_cursor.
 */
export async function listTenantChannels(
  { database }: ChannelConnectService,
  { slug, limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const after = readCursor(cursor);
  const tenantId = await tenantOfSlug(database, slug);
  return pageOf(await listConnectedAfter(database, tenantId, after, limit + 1), limit, toOperatorEntry);
}
