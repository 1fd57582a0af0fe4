import type { Sql } from '@parley/prisma/sql';
import { callStore } from './item-store.ts';

/** A receipt for everything up to a moment, or up to and with one message; without a status, what a conversation keeps. */
export interface WatermarkRow {
  ord: number;
  tenant_id: number;
  channel: string;
  channel_account_id: number;
  conversation_id: number | null;
  peer: string | null;
  status: 'delivered' | 'read' | null;
  until: string | null;
  until_provider_id: string | null;
  happened_at: string;
}

export interface StoredWatermarkRow {
  ord: number;
  /** One `applied` or `absent` per element, one `moved` per message, `open` where a send is not settled yet. */
  outcome: 'applied' | 'moved' | 'open' | 'absent';
  status: 'delivered' | 'read' | null;
  at: Date;
  message_id: string | null;
  conversation_id: number | null;
  peer: string | null;
  provider_message_id: string | null;
}

/** Moves what watermarks cover forward. */
export const storeWatermarks = (sql: Sql, rows: readonly WatermarkRow[]): Promise<StoredWatermarkRow[]> =>
  callStore(sql, 'inbound_store_watermarks', rows);
