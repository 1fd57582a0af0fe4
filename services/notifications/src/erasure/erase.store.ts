import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const BATCH = 1000;

const removeOfTenant = defineStatement({
  name: 'notifications.remove-of-tenant',
  text: `WITH people AS (DELETE FROM recipients WHERE tenant_id = $1 RETURNING 1),
              settings AS (DELETE FROM notification_settings WHERE tenant_id = $1 RETURNING 1),
              reported AS (DELETE FROM notifications WHERE number IN (
                SELECT number FROM notifications WHERE tenant_id = $1 ORDER BY number LIMIT ${BATCH}) RETURNING 1),
              facts AS (DELETE FROM notification_facts WHERE id IN (
                SELECT id FROM notification_facts WHERE coalesce(tenant_id, 0) = $1 LIMIT ${BATCH}) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM people) AS recipients, (SELECT count(*)::int4 FROM settings) AS settings,
                (SELECT count(*)::int4 FROM reported) AS notifications, (SELECT count(*)::int4 FROM facts) AS facts`,
  params: { tenantId: 'int4' },
  row: { recipients: 'int4!', settings: 'int4!', notifications: 'int4!', facts: 'int4!' },
});

/** Deletes a batch of a tenant's data; returns rows by kind. */
export async function removeNotificationsOf(sql: Sql, tenantId: number): Promise<Record<string, number>> {
  return at(await removeOfTenant.all(sql, { tenantId }), 0);
}

const dropOldRows = defineStatement({
  name: 'notifications.drop-old',
  text: `WITH reported AS (DELETE FROM notifications WHERE number IN (
                SELECT number FROM notifications WHERE created_at < $1 AND status NOT IN ('open', 'waiting', 'sending')
                 ORDER BY created_at LIMIT ${BATCH}) RETURNING 1),
              facts AS (DELETE FROM notification_facts WHERE id IN (
                SELECT id FROM notification_facts WHERE happened_at < $1 ORDER BY happened_at LIMIT ${BATCH}) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM reported) + (SELECT count(*)::int4 FROM facts) AS dropped`,
  params: { before: 'timestamptz' },
  row: { dropped: 'int4!' },
});

/** Deletes a batch of messages sent before this moment, and their facts; returns the number of rows. */
export const dropOld = async (sql: Sql, before: Date): Promise<number> =>
  at(await dropOldRows.all(sql, { before }), 0).dropped;
