import type { detachPerson as contract } from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { detachContacts } from '../storage/erase-store.ts';

/** Deletes the addresses of contacts; answers with the time of the commit. */
export async function detachPerson(
  { database }: InboxService,
  { tenantId, contactIds }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return { at: (await detachContacts(database, tenantId, contactIds)).toISOString() };
}
