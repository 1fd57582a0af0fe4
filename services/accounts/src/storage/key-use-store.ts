import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { KeyUse } from '../domain/key.ts';

/** Reads at most a day of rows for each key of the page. */
const findUse = defineBatchStatement({
  name: 'accounts.find-use-of-keys',
  text: `SELECT k.instance_id, used.last_at, refusals.refused
           FROM unnest($1::text[]) AS k(instance_id)
           CROSS JOIN LATERAL (SELECT h.last_at FROM key_hours h
                                WHERE h.tenant_id = $2 AND h.instance_id = k.instance_id
                                ORDER BY h.hour DESC LIMIT 1) used
           CROSS JOIN LATERAL (SELECT coalesce(sum(h.refused), 0)::int4 AS refused FROM key_hours h
                                WHERE h.tenant_id = $2 AND h.instance_id = k.instance_id AND h.hour > $3) refusals`,
  items: { instanceId: 'text' },
  params: { tenantId: 'int4', since: 'timestamptz' },
  row: { instanceId: 'text!', lastAt: 'timestamptz', refused: 'int4!' },
});

const DROPPED_AT_ONCE = 5000;

const dropOld = defineStatement({
  name: 'accounts.drop-old-hours-of-keys',
  text: `DELETE FROM key_hours
          WHERE (tenant_id, instance_id, hour) IN (
                SELECT tenant_id, instance_id, hour FROM key_hours WHERE hour < $1 ORDER BY hour LIMIT ${DROPPED_AT_ONCE})`,
  params: { before: 'timestamptz' },
});

/** By instance id; keys without requests are absent. Counts refusals since the given moment. */
export async function findUseOfKeys(
  sql: Sql,
  given: { tenantId: number; instanceIds: readonly string[]; since: Date },
): Promise<Map<string, KeyUse>> {
  const { tenantId, instanceIds, since } = given;
  const items = instanceIds.map((instanceId) => ({ instanceId }));
  const rows = await findUse.all(sql, items, { tenantId, since });
  return new Map(rows.map(({ instanceId, lastAt, refused }) => [instanceId, { lastAt, refused }]));
}

/** Deletes a batch; true when there may be more. */
export const deleteOldKeyHours = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOld.run(sql, { before })) === DROPPED_AT_ONCE;
