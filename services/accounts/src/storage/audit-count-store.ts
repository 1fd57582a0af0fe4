import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const count = defineStatement({
  name: 'accounts.count-audit-entry',
  plan: 'index',
  text: `INSERT INTO audit_counts (actor, day, entries) VALUES ($1, $2, 1)
         ON CONFLICT (actor, day) DO UPDATE SET entries = audit_counts.entries + 1
         RETURNING entries`,
  params: { actor: 'text', day: 'timestamptz' },
  row: { entries: 'int4' },
});

/** Counts an entry of a member or a key; returns the number of the day's entries, this one included. */
export const countAuditEntry = async (sql: Sql, actor: string, day: Date): Promise<number> =>
  (await count.first(sql, { actor, day }))?.entries ?? 0;

const BATCH = 1000;
const drop = defineStatement({
  name: 'accounts.drop-audit-counts',
  text: `DELETE FROM audit_counts WHERE (actor, day) IN (
           SELECT actor, day FROM audit_counts WHERE day < $1 ORDER BY day LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** Deletes a batch of the counts of earlier days; true when there may be more. */
export const deleteOldAuditCounts = async (sql: Sql, before: Date): Promise<boolean> =>
  (await drop.run(sql, { before })) === BATCH;
