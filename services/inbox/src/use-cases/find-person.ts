import type { findPerson as contract } from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { findErasedPerson } from '../storage/erase-store.ts';

/** The person of a contact, with all their contacts and addresses; null when there is none. */
export async function findPerson(
  { database, now }: InboxService,
  { tenantId, contactId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return { person: await findErasedPerson(database, tenantId, contactId, now()) };
}
