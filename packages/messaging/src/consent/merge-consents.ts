import { defineBatchStatement } from '@parley/database/statement';

/**
 * Gives the kept contact the newest decision of the merged ones. Runs after the conversations of all of them are locked,
 * as a separate statement, so that it sees the decisions of messages that were stored before the lock.
 */
export const mergeConsents = defineBatchStatement({
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
