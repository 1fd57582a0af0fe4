import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { findAddresses } from './contact-statements.ts';
import { lockConversationsOf, updateConversations } from './conversation-statements.ts';
import { upsertPeople } from './upsert-people.ts';

export interface ChangedAddress {
  tenantId: number;
  channel: string;
  previousAddress: string;
  newAddress: string;
}

/**
 * Adds a person's new address, which later sends use; the previous one still identifies them. Returns whether anything
 * changed: nothing changes for a person who is unknown under the previous address.
 */
export async function changeAddress(sql: Sql, changed: ChangedAddress): Promise<boolean> {
  const { tenantId, channel, previousAddress, newAddress } = changed;
  const addresses = [previousAddress, newAddress];
  const before = await findAddresses.all(
    sql,
    addresses.map((address) => ({ tenantId, channel, address })),
    {},
  );
  const contactBehind = (address: string) => before.find((known) => known.address === address)?.contactId;
  if (contactBehind(previousAddress) === undefined) return false;
  const contactIds = await upsertPeople(sql, [
    { tenantId, channel, addresses, name: null, username: null, phone: null },
  ]);
  const contactId = at(contactIds, 0);
  const conversations = await lockConversationsOf.all(sql, { contactIds: [contactId] });
  const moved = conversations.filter(({ peer }) => peer === previousAddress);
  await updateConversations.run(
    sql,
    moved.map((conversation) => ({ ...conversation, peer: newAddress })),
    {},
  );
  return moved.length > 0 || contactBehind(newAddress) !== contactId;
}
