import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const findNeed = defineStatement({
  name: 'bots.find-need',
  text: `SELECT EXISTS (SELECT FROM bots WHERE deleted_at IS NULL)
             OR EXISTS (SELECT FROM ai_keys)
             OR EXISTS (SELECT FROM bot_turns WHERE state = 'open')
             OR EXISTS (SELECT FROM knowledge_sources WHERE status = 'processing')
             OR EXISTS (SELECT FROM bot_usage WHERE status = 'started') AS is_needed`,
  row: { isNeeded: 'bool!' },
});

/** Whether there is a bot, a key, or work that is not done. */
export const hasNeed = async (sql: Sql): Promise<boolean> => (await findNeed.first(sql, {}))?.isNeeded ?? false;
