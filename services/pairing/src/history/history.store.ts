import type { ReservedIds } from '@parley/common/contracts/internal/import-device-messages';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';

/** Concurrent messages take ids from the same sequence, so the longest run without gaps is reserved. */
const reserve = defineStatement({
  name: 'pairing.reserve-history-ids',
  text: `WITH taken AS MATERIALIZED (SELECT nextval('messages_id_seq') AS id FROM generate_series(1, $2)),
              runs AS (SELECT id, id - row_number() OVER (ORDER BY id) AS run FROM taken),
              longest AS (SELECT min(id) AS from_id, max(id) AS to_id FROM runs GROUP BY run ORDER BY count(*) DESC LIMIT 1)
         UPDATE devices SET history_from_id = l.from_id, history_to_id = l.to_id FROM longest l WHERE devices.id = $1`,
  params: { id: 'int4', count: 'int4' },
});

/**
 * Reserves ids for the history of a device that is being connected: messages are listed by id, and those that arrive
 * from now on get larger ones.
 */
export async function reserveHistoryIds(sql: Sql, id: number): Promise<void> {
  await reserve.run(sql, { id, count: MAX_IMPORTED });
}

/** The ids that are reserved for the history of a device; null when there are none. */
export async function findHistoryIds(
  { device }: Pick<PrismaDatabase['prisma'], 'device'>,
  tenantId: number,
  id: number,
): Promise<ReservedIds | null> {
  const row = await device.findFirst({ where: { tenantId, id }, select: { historyFromId: true, historyToId: true } });
  if (!row || row.historyFromId === null || row.historyToId === null) return null;
  return { from: String(row.historyFromId), to: String(row.historyToId) };
}
