import type { Camel } from '@parley/common/casing/camel';
import type { searchPeople as contract, PersonHit } from '@parley/common/contracts/operator/search-people';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import { queryOf, soughtPersonOf } from '../domain/search-words.ts';
import type { InboxService } from '../service.ts';
import { type FoundPerson, findByConversation, findPeople } from '../storage/people-search-store.ts';

const PEOPLE = defineCursor('person', { id: 'int4' });
const ROW_ID = /^[1-9]\d{0,8}$/;

const toHit =
  (foundBy: 'id' | 'words') =>
  ({ contactId, conversationId, lastMessageAt, ...hit }: FoundPerson): Camel<z.infer<typeof PersonHit>> => ({
    contactId,
    foundBy,
    ...hit,
    conversationId,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
  });

/**
 * People whose names or addresses have the words, newest first; the first page begins with the person of the
 * conversation whose id matches (docs/reference/operator-api.md#search). Errors: unknown_tenant, invalid_cursor.
 */
export async function searchPeople(
  { database }: InboxService,
  { slug, q, limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const before = PEOPLE.read(cursor)?.id ?? null;
  const { named, found } = await database.read(async (reader) => {
    const tenantId = await tenantOfSlug(reader, slug);
    const query = queryOf(tenantId, soughtPersonOf(q));
    return {
      named: before === null && ROW_ID.test(q) ? await findByConversation(reader, tenantId, Number(q)) : null,
      found: await findPeople(reader, { tenantId, query, before, limit: limit + 1 }),
    };
  });
  const page = PEOPLE.pageOf(found, limit, toHit('words'), ({ contactId }) => ({ id: contactId }));
  return { ...page, items: [...(named ? [toHit('id')(named)] : []), ...page.items] };
}
