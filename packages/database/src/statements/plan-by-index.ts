import type { Statement } from '../sql.ts';

/**
 * Planner settings until the end of the transaction, for statements with `plan: 'index'`. PostgreSQL plans a prepared
 * statement once per connection and keeps the plan until it analyzes the table again, at most once a minute: planned
 * while a table is small, a sequential scan or a hash of the whole table would stay when the table has grown. A generic
 * plan also saves planning, which costs more than most of these statements.
 */
export const PLAN_BY_INDEX: Statement = {
  name: 'plan-by-index',
  text: `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
};
