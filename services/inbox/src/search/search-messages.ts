import { verb } from '@parley/bus/verb';
import type { Camel } from '@parley/common/casing/camel';
import { searchMessages as contract, type MessageHit } from '@parley/common/contracts/operator/search-messages';
import { defineCursor, LAST_ID } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import type { InboxService } from '../service.ts';
import { findHits, findNamed, type StoredHit } from './search.store.ts';
import { namedId, snippetOf, soughtOf } from './search-words.rules.ts';

const HITS = defineCursor('hit', { id: 'int8' });

/**
 * Messages with the words, newest first; the first page begins with the message whose id matches
 * (docs/reference/operator-api.md#search). Errors: unknown_tenant, invalid_cursor.
 */
export const searchMessages = verb(contract, async ({ database }: InboxService, { slug, q, limit, cursor }) => {
  const before = HITS.read(cursor)?.id ?? null;
  const sought = soughtOf(q);
  const {
    named,
    found: { hits, walkedTo },
  } = await database.read(async (reader) => {
    const tenantId = await tenantOfSlug(reader, slug);
    return {
      named: before === null ? await findNamed(reader, tenantId, namedId(q)) : [],
      found: await findHits(reader, { tenantId, sought, before: before ?? LAST_ID, limit: limit + 1 }),
    };
  });
  const page = HITS.pageOf(hits, limit, toHit(sought, 'words'), ({ messageId }) => ({ id: messageId }));
  const isNamed = (id: string): boolean => named.some(({ messageId }) => messageId === id);
  return {
    nextCursor: page.nextCursor ?? (walkedTo === null ? null : HITS.after({ id: walkedTo })),
    items: [...named.map(toHit(sought, 'id')), ...page.items.filter(({ messageId }) => !isNamed(messageId))],
  };
});

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
