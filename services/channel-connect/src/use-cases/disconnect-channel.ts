import { type CallContext, callerOf } from '@parley/common/call-context';
import { disconnectChannel as contract } from '@parley/common/contracts/channels/disconnect-channel';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import type { ChannelConnectService } from '../service.ts';
import { removeChannel } from './remove-channel.ts';

/** Disconnects a channel for its owner (docs/reference/channels.md#disconnecting). Errors: not_connected. */
export async function disconnectChannel(
  service: ChannelConnectService,
  { channel, id: externalId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> {
  const { tenantId } = callerOf(context);
  return withIdempotencyKey(service.answers, contract, context, async () => {
    const alsoDisconnected = await removeChannel(service, { tenantId, channel, externalId }, 'api');
    return { ok: true, channel, status: 'disconnected', alsoDisconnected } as const;
  });
}
