import type { Camel } from '@parley/common/casing/camel';
import type { MessageHit, searchMessages } from '@parley/common/contracts/operator/search-messages';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor, LAST_ID } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import { namedId, queryOf, snippetOf, soughtOf } from '../domain/search-words.ts';
import type { SearchStore, StoredHit } from '../storage/search-store.ts';

const HITS = defineCursor('hit', { id: 'int8' });

export interface SearchMessagesDeps {
  store: SearchStore;
  tenantOf: TenantOf;
}

const toHit =
  (sought: readonly string[], foundBy: 'id' | 'words') =>
  ({ messageId, conversationId, text, at, ...hit }: StoredHit): Camel<z.infer<typeof MessageHit>> => ({
    messageId,
    foundBy,
    conversationId,
    ...hit,
    snippet: snippetOf(text, sought),
    at: at.toISOString(),
  });

/**
 * Messages with the words, newest first; the first page begins with the message whose id matches
 * (docs/reference/operator-api.md#search). Errors: unknown_tenant, invalid_cursor.
 */
export const makeSearchMessages =
  ({ store, tenantOf }: SearchMessagesDeps) =>
  async ({ slug, q, limit, cursor }: InputOf<typeof searchMessages>): Promise<OutputOf<typeof searchMessages>> => {
    const before = HITS.read(cursor)?.id ?? null;
    const tenantId = await tenantOf(slug);
    const sought = soughtOf(q);
    const named = before === null ? await store.findNamed(tenantId, namedId(q)) : [];
    const given = { tenantId, query: queryOf(tenantId, sought), before: before ?? LAST_ID, limit: limit + 1 };
    const page = HITS.pageOf(await store.find(given), limit, toHit(sought, 'words'), ({ messageId }) => ({
      id: messageId,
    }));
    const isNamed = (id: string): boolean => named.some(({ messageId }) => messageId === id);
    return {
      ...page,
      items: [...named.map(toHit(sought, 'id')), ...page.items.filter(({ messageId }) => !isNamed(messageId))],
    };
  };
