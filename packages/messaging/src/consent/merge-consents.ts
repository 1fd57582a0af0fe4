import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

const mergeDecisions = defineBatchStatement({
  name: 'consent.merge',
  plan: 'index',
  text: `INSERT INTO consents AS c (contact_id, tenant_id, opted_out, by, decided_at)
         SELECT DISTINCT ON (w.kept_id) w.kept_id, s.tenant_id, s.opted_out, s.by, s.decided_at
           FROM unnest($1::int4[], $2::int4[]) AS w(kept_id, merged_id)
           JOIN consents s ON s.contact_id = w.merged_id
          WHERE s.decided_at IS NOT NULL
          ORDER BY w.kept_id, s.decided_at DESC, s.opted_out DESC
         ON CONFLICT (contact_id) DO UPDATE
            SET opted_out = excluded.opted_out, by = excluded.by, decided_at = excluded.decided_at
          WHERE c.decided_at IS NULL OR (c.decided_at, c.opted_out) < (excluded.decided_at, excluded.opted_out)`,
  items: { keptId: 'int4', mergedId: 'int4' },
});

/** The kept contact gets no marketing for as long as any of the merged ones. */
const mergeHolds = defineBatchStatement({
  name: 'consent.merge-holds',
  plan: 'index',
  text: `INSERT INTO consents AS c (contact_id, tenant_id, marketing_held_until)
         SELECT w.kept_id, s.tenant_id, max(s.marketing_held_until)
           FROM unnest($1::int4[], $2::int4[]) AS w(kept_id, merged_id)
           JOIN consents s ON s.contact_id = w.merged_id
          WHERE s.marketing_held_until IS NOT NULL
          GROUP BY w.kept_id, s.tenant_id
          ORDER BY w.kept_id
         ON CONFLICT (contact_id) DO UPDATE
            SET marketing_held_until = greatest(c.marketing_held_until, excluded.marketing_held_until)`,
  items: { keptId: 'int4', mergedId: 'int4' },
});

/**
 * Gives the kept contacts the newest decision of the merged ones, and their holds. Runs after the conversations of all of
 * them are locked, as separate statements, so that they see what messages stored before the lock.
 */
export async function mergeConsents(sql: Sql, moves: readonly { keptId: number; mergedId: number }[]): Promise<void> {
  await mergeDecisions.run(sql, moves, {});
  await mergeHolds.run(sql, moves, {});
}
