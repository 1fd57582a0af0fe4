import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { disconnectChannel as contract } from '@parley/common/contracts/channels/disconnect-channel';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { ChannelConnectService } from '../service.ts';
import { removeChannel } from './disconnect.steps.ts';

/** Disconnects a channel for its owner (docs/reference/channels.md#disconnecting). Errors: not_connected. */
export const disconnectChannel = verb(
  contract,
  async (service: ChannelConnectService, { channel, id: externalId }, context) => {
    const { tenantId } = callerOf(context);
    return withIdempotencyKey(service.answers, contract, context, async () => {
      const alsoDisconnected = await removeChannel(service, { tenantId, channel, externalId }, 'api');
      return { ok: true, channel, status: 'disconnected', alsoDisconnected } as const;
    });
  },
);
