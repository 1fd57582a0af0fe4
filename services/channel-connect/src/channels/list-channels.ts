import { type CallContext, callerOf } from '@parley/common/call-context';
import type { channels as contract } from '@parley/common/contracts/channels/channels';
import type { OutputOf } from '@parley/common/define-contract';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from './account.store.ts';
import { toChannelEntry } from './channel-account.rules.ts';

/**
 * Connected accounts on the channels of a key, and their number per channel, including zero
 * (docs/reference/channels.md#connected-channels).
 */
export async function listChannels(
  { database }: ChannelConnectService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, channels } = callerOf(context);
  const accounts = await listConnected(database, tenantId, channels);
  const counts = channels.map((code) => [code, accounts.filter(({ channel }) => channel === code).length]);
  return { ok: true, channels: accounts.map(toChannelEntry), counts: Object.fromEntries(counts) };
}
