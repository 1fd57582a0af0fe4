import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { MergedConversation } from '../bots/decide-merged-turns.ts';

/** The lock keeps each label until the commit; one that is being deleted is skipped. */
const merge = defineBatchStatement({
  name: 'people.merge-labels',
  plan: 'index',
  text: `WITH w AS MATERIALIZED (SELECT * FROM unnest($1::int4[], $2::int4[]) AS w(survivor_id, merged_id)),
              kept AS MATERIALIZED (
                SELECT e.id FROM labels e
                 WHERE e.id = ANY (ARRAY(SELECT t.label_row FROM conversation_labels t JOIN w ON t.conversation_id = w.merged_id))
                 ORDER BY e.id FOR KEY SHARE)
         INSERT INTO conversation_labels (conversation_id, label_row)
         SELECT DISTINCT w.survivor_id, k.id
           FROM w JOIN conversation_labels t ON t.conversation_id = w.merged_id JOIN kept k ON k.id = t.label_row
         ON CONFLICT DO NOTHING`,
  items: { survivorId: 'int4', mergedId: 'int4' },
});

/** Gives each conversation that continues the labels of those that it replaces. The caller has locked all of them. */
export async function mergeLabels(sql: Sql, merged: readonly MergedConversation[]): Promise<void> {
  const pairs = merged.flatMap(({ survivorId, mergedIds }) => mergedIds.map((mergedId) => ({ survivorId, mergedId })));
  await merge.run(sql, pairs, {});
}
