import type { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { RemoveChannel } from './remove-channel.ts';

/** Disconnects a channel for its owner (docs/reference/channels.md#disconnecting). Errors: not_connected. */
export function makeDisconnectChannel(removeChannel: RemoveChannel) {
  return async (
    tenantId: number,
    { channel, id }: InputOf<typeof disconnectChannel>,
  ): Promise<OutputOf<typeof disconnectChannel>> => {
    const linked = await removeChannel(tenantId, channel, id, 'api');
    return { ok: true, channel, status: 'disconnected', alsoDisconnected: linked };
  };
}
