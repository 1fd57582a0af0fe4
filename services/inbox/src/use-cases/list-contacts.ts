import type { listContacts as contract } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { findContacts } from '../storage/contact-list-store.ts';

/** The contacts that an identifier names. Errors: unknown_tenant, invalid_cursor. */
export async function listContacts(
  { database }: InboxService,
  { slug, identifier, limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const after = readCursor(cursor);
  const found = await database.read(async (reader) =>
    findContacts(reader, await tenantOfSlug(reader, slug), { identifier, after, count: limit + 1 }),
  );
  return pageOf(found, limit, (contact) => contact);
}
