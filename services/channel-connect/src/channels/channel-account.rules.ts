import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { ChannelEntry } from '@parley/common/contracts/channels/channels';
import type { OperatorChannelEntry } from '@parley/common/contracts/operator/tenant-channels';
import type { StoredAccount } from '@parley/messaging/accounts/account-row';
import type { z } from 'zod';

/** Channels that this service connects and removes; services/pairing removes linked devices. */
export const OWN_CHANNELS: readonly Channel[] = ['wa', 'tg', 'fb', 'ig', 'tt'];

/** A connected account; its credentials stay encrypted until a provider is called. */
export type ChannelAccount = StoredAccount;

/** A wa number to connect. */
export type NewNumber = Pick<ChannelAccount, 'externalId' | 'name' | 'credentials'> & {
  channel: 'wa';
  number: string;
  wabaId: string;
};

/** An account as `channels` lists it (docs/reference/channels.md#connected-channels). */
export const toChannelEntry = ({
  channel,
  externalId,
  name,
  number,
  offlineSince,
}: ChannelAccount): Camel<z.infer<typeof ChannelEntry>> => ({
  channel,
  id: externalId,
  name,
  ...(number === null ? {} : { identifier: number }),
  status: offlineSince === null ? 'connected' : 'offline',
});

/** An account as the operator sees it (docs/reference/operator-api.md#channels). */
export const toOperatorEntry = (account: ChannelAccount): Camel<z.infer<typeof OperatorChannelEntry>> => ({
  ...toChannelEntry(account),
  accountId: account.id,
  connectedAt: account.connectedAt.toISOString(),
});
