import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

/** Uses the database's clock, so that processes with different clocks share one pace. */
const reserve = defineStatement({
  name: 'send.reserve-pace',
  text: `INSERT INTO send_paces AS p (channel_account_id, free_at)
         VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
         ON CONFLICT (channel_account_id) DO UPDATE
            SET free_at = greatest(p.free_at, clock_timestamp()) + $2::float8 * interval '1 millisecond'
          WHERE p.free_at < clock_timestamp() + $3::float8 * interval '1 millisecond'
         RETURNING (extract(epoch FROM free_at - clock_timestamp()) * 1000 - $2::float8)::float8 AS wait_ms`,
  params: { accountId: 'int4', spanMs: 'float8', limitMs: 'float8' },
  row: { waitMs: 'float8!' },
});

/** Reserves the next span of an account for one process; null where it begins after the limit: nothing is reserved. */
export const reservePaceOf =
  (sql: Sql) =>
  async (accountId: number, spanMs: number, limitMs: number): Promise<number | null> =>
    (await reserve.first(sql, { accountId, spanMs, limitMs }))?.waitMs ?? null;
