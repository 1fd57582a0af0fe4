import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { searchLabelled as contract } from '@parley/common/contracts/console/search-labelled';
import { hasWords } from '@parley/common/text/words-of';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { soughtOf } from '../search/search-words.rules.ts';
import type { InboxService } from '../service.ts';
import { toLabelAnswer } from './label.rules.ts';
import { findLabelled, findLabels, findLabelsOf } from './label.store.ts';

const LABELLED = defineCursor('labelled', { id: 'int4' });

/** Conversations that have a label with the words in its title, newest first. Errors: invalid_cursor. */
export const searchLabelled = verb(contract, async ({ database }: InboxService, { q, limit, cursor }, context) => {
  const before = LABELLED.read(cursor)?.id ?? null;
  const tenantId = tenantIdOf(context);
  const sought = soughtOf(q);
  return database.read(async (reader) => {
    // A workspace has few labels, and their titles are compared in any spelling.
    const labels = (await findLabels(reader.prisma, tenantId)).filter(({ title }) => hasWords(title, sought));
    if (labels.length === 0) return { items: [], nextCursor: null };
    const labelIds = labels.map(({ labelId }) => labelId);
    const found = await findLabelled(reader, { tenantId, labelIds, before, limit: limit + 1 });
    const ids = found.map(({ conversationId }) => conversationId);
    const labelsOf = await findLabelsOf(reader, tenantId, ids);
    return LABELLED.pageOf(
      found,
      limit,
      ({ lastMessageAt, ...hit }) => {
        const own = labels.filter(({ labelId }) => labelsOf.get(hit.conversationId)?.includes(labelId));
        return { ...hit, lastMessageAt: lastMessageAt.toISOString(), labels: own.map(toLabelAnswer) };
      },
      ({ conversationId }) => ({ id: conversationId }),
    );
  });
});
