import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { channels as contract } from '@parley/common/contracts/channels/channels';
import type { ChannelConnectService } from '../service.ts';
import { toChannelEntry } from './account.rules.ts';
import { listConnected } from './account.store.ts';

/**
 * Connected accounts on the channels of a key, and their number per channel, including zero
 * (docs/reference/channels.md#connected-channels).
 */
export const listChannels = verb(contract, async ({ database }: ChannelConnectService, _input, context) => {
  const { tenantId, channels } = callerOf(context);
  const accounts = await listConnected(database, tenantId, channels);
  const counts = channels.map((code) => [code, accounts.filter(({ channel }) => channel === code).length]);
  return { ok: true, channels: accounts.map(toChannelEntry), counts: Object.fromEntries(counts) };
});
