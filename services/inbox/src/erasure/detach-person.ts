import { verb } from '@parley/bus/verb';
import { detachPerson as contract } from '@parley/common/contracts/internal/erase-data';
import type { InboxService } from '../service.ts';
import { detachContacts } from './erase-person.store.ts';

/** Deletes the addresses of contacts; answers with the time of the commit. */
export const detachPerson = verb(contract, async ({ database }: InboxService, { tenantId, contactIds }) => {
  return { at: (await detachContacts(database, tenantId, contactIds)).toISOString() };
});
