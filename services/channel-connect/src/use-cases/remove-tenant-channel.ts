import type { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { RemoveChannel } from './remove-channel.ts';

export interface RemoveTenantChannelDeps {
  findTenantId(slug: string): Promise<number | null>;
  removeChannel: RemoveChannel;
}

/**
 * Disconnects a channel from the operator's side (docs/reference/operator-api.md#channels). Errors: unknown_tenant,
 * not_connected.
 */
export function makeRemoveTenantChannel({ findTenantId, removeChannel }: RemoveTenantChannelDeps) {
  return async ({
    slug,
    channel,
    id,
  }: InputOf<typeof removeTenantChannel>): Promise<OutputOf<typeof removeTenantChannel>> => {
    const tenantId = await findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const linked = await removeChannel(tenantId, channel, id, 'dashboard');
    return { channel, id, status: 'disconnected', also_disconnected: linked };
  };
}
