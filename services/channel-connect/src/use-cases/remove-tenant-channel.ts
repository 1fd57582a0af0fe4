import type { CallContext } from '@parley/common/call-context';
import type { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { RemoveChannel } from './remove-channel.ts';

export interface RemoveTenantChannelDeps {
  tenantOf: TenantOf;
  removeChannel: RemoveChannel;
  /** Logs out a linked phone, which belongs to services/pairing. Errors: not_connected. */
  removeDevice(tenantId: number, externalId: string, context: CallContext): Promise<void>;
}

/**
 * Disconnects a channel for the operator (docs/reference/operator-api.md#channels). Errors: unknown_tenant,
 * not_connected.
 */
export function makeRemoveTenantChannel({ tenantOf, removeChannel, removeDevice }: RemoveTenantChannelDeps) {
  return async (
    { slug, channel, id }: InputOf<typeof removeTenantChannel>,
    context: CallContext,
  ): Promise<OutputOf<typeof removeTenantChannel>> => {
    const tenantId = await tenantOf(slug);
    const gone = { channel, id, status: 'disconnected' } as const;
    if (channel === 'wd') {
      await removeDevice(tenantId, id, context);
      return { ...gone, alsoDisconnected: [] };
    }
    return { ...gone, alsoDisconnected: await removeChannel(tenantId, channel, id, 'dashboard') };
  };
}
