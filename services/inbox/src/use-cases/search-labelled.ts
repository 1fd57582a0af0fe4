import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { searchLabelled as contract } from '@parley/common/contracts/console/search-labelled';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { hasWords } from '@parley/common/words-of';
import { defineCursor } from '@parley/database/list-cursor';
import { toLabelAnswer } from '../domain/label.ts';
import { soughtOf } from '../domain/search-words.ts';
import type { InboxService } from '../service.ts';
import { findLabels, findLabelsOf } from '../storage/label-store.ts';
import { findLabelled } from '../storage/labelled-store.ts';

const LABELLED = defineCursor('labelled', { id: 'int4' });

/** Conversations that have a label with the words in its title, newest first. Errors: invalid_cursor. */
export async function searchLabelled(
  { database }: InboxService,
  { q, limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
