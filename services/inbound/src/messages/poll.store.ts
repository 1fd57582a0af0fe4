import { PollContent } from '@parley/common/message-content';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const findOptions = defineStatement({
  name: 'inbound.find-poll-options',
  plan: 'index',
  text: `SELECT id, extra -> 'content' -> 'poll' -> 'options' AS options FROM messages
          WHERE id = ANY ($1) AND extra -> 'content' -> 'poll' IS NOT NULL`,
  params: { ids: 'int8[]' },
  row: { id: 'int8', options: 'jsonb?' },
});

/** The options of polls that were sent through Parley, by the message's id; others are left out. */
export async function findPollOptions(sql: Sql, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await findOptions.all(sql, { ids: [...ids] });
  return new Map(
    rows.flatMap(({ id, options }) => {
      const { data } = PollContent.shape.options.safeParse(options);
      return data ? [[id, data] as const] : [];
    }),
  );
}
