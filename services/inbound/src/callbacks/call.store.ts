import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

const updateCalls = defineBatchStatement({
  name: 'inbound.update-last-calls',
  plan: 'index',
  text: (items) => `UPDATE conversations c SET last_call_at = greatest(c.last_call_at, w.at)
           FROM (SELECT conversation_id, max(at) AS at FROM ${items.as('g')}
                  GROUP BY conversation_id) w
          WHERE c.id = w.conversation_id`,
  items: { conversationId: 'int4', at: 'timestamptz' },
});

/** Stores when people last called, in conversations that this transaction has locked. */
export const writeCalls = (sql: Sql, calls: readonly { conversationId: number; at: Date }[]): Promise<number> =>
  updateCalls.run(sql, calls, {});
