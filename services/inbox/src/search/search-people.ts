import { verb } from '@parley/bus/verb';
import type { Camel } from '@parley/common/casing/camel';
import { searchPeople as contract, type PersonHit } from '@parley/common/contracts/operator/search-people';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import type { InboxService } from '../service.ts';
import { type FoundPerson, findByConversation, findPeople } from './search.store.ts';
import { queryOf, soughtPersonOf } from './search-words.rules.ts';

const PEOPLE = defineCursor('person', { id: 'int4' });
const ROW_ID = /^[1-9]\d{0,8}$/;

/**
 * People whose names or addresses have the words, newest first; the first page begins with the person of the
 * conversation whose id matches (docs/reference/operator-api.md#search). Errors: unknown_tenant, invalid_cursor.
 */
export const searchPeople = verb(contract, async ({ database }: InboxService, { slug, q, limit, cursor }) => {
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
});

const toHit =
  (foundBy: 'id' | 'words') =>
  ({ contactId, conversationId, lastMessageAt, ...hit }: FoundPerson): Camel<z.infer<typeof PersonHit>> => ({
    contactId,
    foundBy,
    ...hit,
    conversationId,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
  });
