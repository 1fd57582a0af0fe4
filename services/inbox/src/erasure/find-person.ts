import { verb } from '@parley/bus/verb';
import { findPerson as contract } from '@parley/common/contracts/internal/erase-data';
import type { InboxService } from '../service.ts';
import { findErasedPerson } from './erase-person.store.ts';

/** The person of a contact, with all their contacts and addresses; null when there is none. */
export const findPerson = verb(contract, async ({ database, now }: InboxService, { tenantId, contactId }) => {
  return { person: await findErasedPerson(database, tenantId, contactId, now()) };
});
