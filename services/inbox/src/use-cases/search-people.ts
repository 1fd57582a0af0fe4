import type { Camel } from '@parley/common/casing/camel';
import type { PersonHit, searchPeople } from '@parley/common/contracts/operator/search-people';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import { queryOf, soughtPersonOf } from '../domain/search-words.ts';
import type { FoundPerson, PeopleSearchStore } from '../storage/people-search-store.ts';

const PEOPLE = defineCursor('person', { id: 'int4' });
const ROW_ID = /^[1-9]\d{0,8}$/;

export interface SearchPeopleDeps {
  store: PeopleSearchStore;
  tenantOf: TenantOf;
}

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
export const makeSearchPeople =
  ({ store, tenantOf }: SearchPeopleDeps) =>
  async ({ slug, q, limit, cursor }: InputOf<typeof searchPeople>): Promise<OutputOf<typeof searchPeople>> => {
    const before = PEOPLE.read(cursor)?.id ?? null;
    const tenantId = await tenantOf(slug);
    const named = before === null && ROW_ID.test(q) ? await store.findByConversation(tenantId, Number(q)) : null;
    const query = queryOf(tenantId, soughtPersonOf(q));
    const found = await store.find({ tenantId, query, before, limit: limit + 1 });
    const page = PEOPLE.pageOf(found, limit, toHit('words'), ({ contactId }) => ({ id: contactId }));
    return { ...page, items: [...(named ? [toHit('id')(named)] : []), ...page.items] };
  };
