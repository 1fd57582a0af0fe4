import type { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { RemoveChannel } from './remove-channel.ts';

export interface RemoveTenantChannelDeps {
  tenantOf: TenantOf;
  removeChannel: RemoveChannel;
}

/**
 * Disconnects a channel from the operator's side (docs/reference/operator-api.md#channels). Errors: unknown_tenant,
 * not_connected.
 */
export function makeRemoveTenantChannel({ tenantOf, removeChannel }: RemoveTenantChannelDeps) {
  return async ({
    slug,
    channel,
    id,
  }: InputOf<typeof removeTenantChannel>): Promise<OutputOf<typeof removeTenantChannel>> => {
    const linked = await removeChannel(await tenantOf(slug), channel, id, 'dashboard');
    return { channel, id, status: 'disconnected', also_disconnected: linked };
  };
}
