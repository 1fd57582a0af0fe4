import type { Channel } from '@parley/common/channels';
import type { AccountRef } from '@parley/common/events';

/** A connected account that provider webhooks are about. */
export interface ConnectedAccount {
  id: number;
  tenantId: number;
  channel: Channel;
  externalId: string;
  name: string;
  number: string | null;
}

/** How events name the account (docs/reference/events.md#account). */
export const accountRef = (account: Pick<ConnectedAccount, 'externalId' | 'number' | 'name'>): AccountRef => ({
  id: account.externalId,
  number: account.number,
  label: account.name,
});
