import { at } from '@parley/common/at';
import type { NamedPerson } from '@parley/messaging/people/domain/plan-people';
import { upsertPeople } from '@parley/messaging/people/upsert-people';
import type { AddressedPreference } from '../batch/addressed.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';

/** A preference, with the locked contact of its person. */
export interface Preferring extends AddressedPreference {
  contactId: number;
}

const toPerson = ({ account: { tenantId, channel }, item: { from } }: AddressedPreference): NamedPerson => ({
  tenantId,
  channel,
  addresses: [from.address, ...from.aliases],
  // Retention removes names with the last conversation; this person may never have one.
  name: null,
  username: null,
  phone: null,
});

/**
 * Finds or creates the contacts of these people, and locks them; before any conversation, by the order of locks. An
 * unknown person gets a contact, so that later sends to them are refused too.
 */
export async function lockPreferring(
  { sql }: Pick<ApplyTransaction, 'sql'>,
  given: readonly AddressedPreference[],
): Promise<Preferring[]> {
  if (given.length === 0) return [];
  const contactIds = await upsertPeople(sql, given.map(toPerson));
  return given.map((preference, index) => ({ ...preference, contactId: at(contactIds, index) }));
}
