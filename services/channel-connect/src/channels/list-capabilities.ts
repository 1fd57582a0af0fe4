import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { capabilities as contract } from '@parley/common/contracts/channels/capabilities';
import { CAPABILITIES } from '@parley/common/messages/capabilities';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from './account.store.ts';

/** `?action=capabilities`: of each connected account on the channels of a key (docs/reference/channels.md#capabilities). */
export const listCapabilities = verb(contract, async ({ database }: ChannelConnectService, _input, context) => {
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
});
