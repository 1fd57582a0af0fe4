import type { Caller } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { channels } from '@parley/common/contracts/channels/channels';
import type { OutputOf } from '@parley/common/define-contract';
import { type ChannelAccount, toChannelEntry } from '../domain/channel-account.ts';

export interface ListChannelsDeps {
  /** In the order of connection. */
  listConnected(tenantId: number, channels: readonly Channel[]): Promise<ChannelAccount[]>;
}

/**
 * Connected accounts on the channels of a key, and their number per channel, including zero
 * (docs/reference/channels.md#connected-channels).
 */
export function makeListChannels({ listConnected }: ListChannelsDeps) {
  return async ({ tenantId, channels: allowed }: Caller): Promise<OutputOf<typeof channels>> => {
    const accounts = await listConnected(tenantId, allowed);
    const counts = allowed.map((code) => [code, accounts.filter(({ channel }) => channel === code).length]);
    return { ok: true, channels: accounts.map(toChannelEntry), counts: Object.fromEntries(counts) };
  };
}
