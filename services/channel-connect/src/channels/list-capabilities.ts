import { type CallContext, callerOf } from '@parley/common/call-context';
import { CAPABILITIES } from '@parley/common/capabilities';
import { MESSAGE_LIMITS } from '@parley/common/channels';
import type { capabilities as contract } from '@parley/common/contracts/channels/capabilities';
import type { OutputOf } from '@parley/common/define-contract';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from './account.store.ts';

/** `?action=capabilities`: of each connected account on the channels of a key (docs/reference/channels.md#capabilities). */
export async function listCapabilities(
  { database }: ChannelConnectService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, channels } = callerOf(context);
  const accounts = await listConnected(database, tenantId, channels);
  return {
    ok: true,
    accounts: accounts.map(({ channel, externalId: id, name: label }) => {
      const { files, typing, ...can } = CAPABILITIES[channel];
      const capabilities = { ...can, files: [...files], typing: [...typing] };
      return { channel, id, label, capabilities, limits: MESSAGE_LIMITS[channel] };
    }),
  };
}
