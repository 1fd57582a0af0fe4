import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

/** Messages that one import can store; older ones are left out. */
export const MAX_HISTORY = 100_000;
/** The platform refuses later requests. */
const ASK_WITHIN_MS = 24 * 3_600_000;

/** Concurrent messages take ids from the same sequence, so the longest run without gaps is reserved. */
const start = defineStatement({
  name: 'history-imports.start',
  text: `WITH taken AS MATERIALIZED (
           SELECT nextval('messages_id_seq') AS id FROM generate_series(1, $6)
            WHERE NOT EXISTS (SELECT 1 FROM history_imports WHERE channel_account_id = $1)),
         runs AS (SELECT id, id - row_number() OVER (ORDER BY id) AS run FROM taken),
         longest AS (SELECT min(id) AS from_id, max(id) AS to_id FROM runs GROUP BY run ORDER BY count(*) DESC LIMIT 1)
         INSERT INTO history_imports
           (channel_account_id, tenant_id, from_id, to_id, due_at, ask_until, contacts_state, history_state)
         SELECT $1, $2, from_id, to_id, $3, $4, $5, $5 FROM longest
         ON CONFLICT (channel_account_id) DO NOTHING`,
  params: {
    channelAccountId: 'int4',
    tenantId: 'int4',
    dueAt: 'timestamptz?',
    askUntil: 'timestamptz',
    state: 'text',
    count: 'int4',
  },
});

/**
 * Reserves message ids for the history of an account, unless it has an import: messages are listed by id, and those that
 * arrive from now on get larger ones. `isAsked`: the history is already on its way, and nothing is requested.
 */
export async function startHistoryImport(
  sql: Sql,
  { id, tenantId }: { id: number; tenantId: number },
  { at, isAsked }: { at: Date; isAsked: boolean },
): Promise<void> {
  await start.run(sql, {
    channelAccountId: id,
    tenantId,
    dueAt: isAsked ? null : at,
    askUntil: new Date(at.getTime() + ASK_WITHIN_MS),
    state: isAsked ? 'requested' : 'due',
    count: MAX_HISTORY,
  });
}
