import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { findConversation } from './conversation-statements.ts';
import { upsertPeople } from './upsert-people.ts';

/** One person with two addresses: the address that was written to, and the one that the provider reports. */
export interface AdoptedAddress {
  tenantId: number;
  channel: string;
  channelAccountId: number;
  /** The address that was written to. */
  address: string;
  /** The address that the provider reports. */
  alias: string;
}

/**
 * Assigns both addresses to one contact. Returns its conversation with the account, so that a reply has the same
 * conversation_id; null when there is none.
 */
export async function adoptAddress(sql: Sql, adopted: AdoptedAddress): Promise<number | null> {
  const { tenantId, channel, channelAccountId, address, alias } = adopted;
  const contactIds = await upsertPeople(sql, [
    { tenantId, channel, addresses: [address, alias], name: null, username: null, phone: null },
  ]);
  const contactId = at(contactIds, 0);
  const found = await findConversation.first(sql, { channelAccountId, contactId });
  return found?.id ?? null;
}
