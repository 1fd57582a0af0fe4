import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { Unsent } from '@parley/database/statements/unsent';

/** A fact that recipients may be notified of, once per tenant, kind, subject and period. */
export type NewFact = {
  [Kind in keyof FactData]: {
    /** Null: a fact of the deployment. */
    tenantId: number | null;
    kind: Kind;
    /** The subject of the fact: a conversation, an account, a key. */
    subject: string;
    /** Identifies the occurrence: the same period is reported once. */
    period: string;
    data: FactData[Kind];
    happenedAt: Date;
  };
}[keyof FactData];

/** Writes no row for a tenant with neither recipients nor subscribed browsers; it looks up only the first of each. */
const insert = defineBatchStatement({
  name: 'notify.write-facts',
  text: `INSERT INTO notification_facts (tenant_id, kind, subject, period, data, happened_at)
         SELECT f.* FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])
                           AS f(tenant_id, kind, subject, period, data, happened_at)
          WHERE EXISTS (SELECT 1 FROM recipients r
                         WHERE r.tenant_id = f.tenant_id OR (r.tenant_id IS NULL AND f.tenant_id IS NULL))
             OR EXISTS (SELECT 1 FROM push_subscriptions p JOIN member_sessions s ON s.id = p.session_row
                         WHERE s.tenant_id = f.tenant_id)
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
 * Writes facts in the transaction of their cause (docs/reference/notifications.md#facts); services/notifications turns
 * them into messages. Nothing is written without a recipient or a subscribed browser. Returns the number of new facts.
 */
export const writeFacts = (sql: Sql, facts: readonly NewFact[]): Promise<number> => insert.run(sql, facts, {});

/** {@link writeFacts} as a last write. */
export const unsentFacts = (facts: readonly NewFact[]): Unsent<unknown> => insert.unsent(facts, {});
