import type { FactData } from '@parley/common/notification-kinds';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';

/** Something that recipients may be notified of, once by tenant, kind, subject and period. */
export type NewFact = {
  [Kind in keyof FactData]: {
    /** Null: it happens to the deployment. */
    tenantId: number | null;
    kind: Kind;
    /** What it happens to: a conversation, an account, a key. */
    subject: string;
    /** Which of its times this is: the same period is reported once. */
    period: string;
    data: FactData[Kind];
    happenedAt: Date;
  };
}[keyof FactData];

/** A tenant without recipients has no row to write, and nothing to look up but its first recipient. */
const insert = defineBatchStatement({
  name: 'notify.write-facts',
  text: `INSERT INTO notification_facts (tenant_id, kind, subject, period, data, happened_at)
         SELECT f.* FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])
                           AS f(tenant_id, kind, subject, period, data, happened_at)
          WHERE EXISTS (SELECT 1 FROM recipients r
                         WHERE r.tenant_id = f.tenant_id OR (r.tenant_id IS NULL AND f.tenant_id IS NULL))
         ON CONFLICT (coalesce(tenant_id, 0), kind, subject, period) DO NOTHING`,
  items: {
    tenantId: 'int4?',
    kind: 'text',
    subject: 'text',
    period: 'text',
    data: 'jsonb',
    happenedAt: 'timestamptz',
  },
});

/**
 * Writes facts in the transaction of what they tell (docs/reference/notifications.md#facts); services/notifications makes messages of
 * them. Nothing is written where nobody is a recipient. Returns how many were new.
 */
export const writeFacts = (sql: Sql, facts: readonly NewFact[]): Promise<number> => insert.run(sql, facts, {});
