import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { COUNTED, HAS_LEFT } from './count-messages.ts';

/**
 * One statement moves the progress and stores what it covers. Of two workers the second waits for the row of the
 * progress, and then counts the hour after.
 */
const countNext = defineStatement({
  name: 'accounts.count-next-hour',
  text: `WITH next AS (
           UPDATE tenant_hours_progress SET counted_until = greatest(counted_until, $1) + interval '1 hour'
            WHERE greatest(counted_until, $1) < $2 RETURNING counted_until - interval '1 hour' AS hour),
         stored AS (
           INSERT INTO tenant_hours (tenant_id, hour, messages, failed)
           SELECT t.id, next.hour, counted.messages, counted.failed
             FROM next CROSS JOIN tenants t
             CROSS JOIN LATERAL (
               SELECT ${COUNTED} FROM messages m
                WHERE m.tenant_id = t.id AND m.created_at >= next.hour AND m.created_at < next.hour + interval '1 hour'
                  AND ${HAS_LEFT}) counted
            WHERE t.erased_slug IS NULL AND counted.messages > 0),
         dropped AS (DELETE FROM tenant_hours WHERE hour < $1)
         SELECT hour FROM next`,
  params: { first: 'timestamptz', until: 'timestamptz' },
  row: { hour: 'timestamptz?' },
});

/** Counts the next hour from `first` until `until`, and forgets those before `first`. False: all are counted. */
export const countNextHour = async (sql: Sql, first: Date, until: Date): Promise<boolean> =>
  (await countNext.first(sql, { first, until })) !== null;
