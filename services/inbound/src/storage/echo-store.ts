import type { Sql } from '@parley/prisma/sql';
import { callStore } from './item-store.ts';

/** What an account has sent, as the provider tells it. */
export interface EchoRow {
  ord: number;
  tenant_id: number;
  channel: string;
  channel_account_id: number;
  provider_message_id: string;
  addresses: string[];
  callback_id: string | null;
  may_be_ours: boolean;
  text: string;
  has_files: boolean;
  happened_at: string;
  now: string;
}

export interface WeighedEchoRow {
  ord: number;
  /** `held` until the send `message_id` is settled; `confirms` the open send `message_id`. */
  outcome: 'ours' | 'confirms' | 'held' | 'foreign';
  message_id: string | null;
  /** Where a message of ours has just got its time at the provider. */
  conversation_id: number | null;
}

/** Tells echoes of our own sends from what was sent elsewhere. */
export const weighEchoes = (sql: Sql, rows: readonly EchoRow[]): Promise<WeighedEchoRow[]> =>
  callStore(sql, 'inbound_weigh_echoes', rows);
