import { Channel } from '@parley/common/channels';
import type { ChannelAccount } from '../domain/channel-account.ts';

export interface AccountRow {
  id: number;
  tenant_id: number;
  channel: string;
  external_id: string;
  name: string;
  number: string | null;
  waba_id: string | null;
  credentials: string;
  connected_at: Date;
}

export const COLUMNS = 'id, tenant_id, channel, external_id, name, number, waba_id, credentials, connected_at';

export const toAccount = (row: AccountRow): ChannelAccount => ({
  id: row.id,
  tenantId: row.tenant_id,
  channel: Channel.parse(row.channel),
  externalId: row.external_id,
  name: row.name,
  number: row.number,
  wabaId: row.waba_id,
  credentials: row.credentials,
  connectedAt: row.connected_at,
});
