import type { Sql } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';

/** Reads when the next work of a duty is due; null when nothing waits. */
export interface DueRead {
  (sql: Sql): Promise<Date | null>;
  /** One value, read by an index: {@link Database.watchDue} reads those of all duties in one statement. */
  text: string;
}

/**
 * SQL for the due time of work that is due as soon as it exists. Not now(): its clock may be ahead of the one that the
 * duty compares it with.
 */
export const AT_ONCE = `'epoch'::timestamptz`;

/**
 * Defines the statement of a {@link DueRead}. It has no parameters, and returns `due_at` of at most one row. It is
 * planned by index: a search that expects a row reads the whole table when there is none.
 */
export function defineDue(definition: { name: string; text: string }): DueRead {
  const statement = defineStatement({ ...definition, plan: 'index', params: {}, row: { dueAt: 'timestamptz?' } });
  const read = async (sql: Sql): Promise<Date | null> => (await statement.first(sql, {}))?.dueAt ?? null;
  return Object.assign(read, { text: definition.text });
}
