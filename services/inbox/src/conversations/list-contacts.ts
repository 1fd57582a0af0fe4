import { verb } from '@parley/bus/verb';
import { listContacts as contract } from '@parley/common/contracts/operator/erasures';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { findContacts } from './person.store.ts';

/** The contacts that an identifier names. Errors: unknown_tenant, invalid_cursor. */
export const listContacts = verb(contract, async ({ database }: InboxService, { slug, identifier, limit, cursor }) => {
  const after = readCursor(cursor);
  const found = await database.read(async (reader) =>
    findContacts(reader, await tenantOfSlug(reader, slug), { identifier, after, count: limit + 1 }),
  );
  return pageOf(found, limit, (contact) => contact);
});
