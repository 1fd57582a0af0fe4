import { dayOf } from '@parley/common/values/day-number';
import { changePartitions } from '@parley/database/migrations/change-partitions';
import type { Sql } from '@parley/database/sql';
import type { AccountsService } from '../service.ts';
import {
  deleteStrayRequests,
  dropRequestDay,
  findRequestDays,
  makeRequestDay,
  REQUEST_DAYS_LOCK,
} from './partition.store.ts';
import { planRequestDays, REQUESTS_KEPT_DAYS } from './request.rules.ts';

/**
 * Creates the partitions of the next days of the request log, and drops expired ones. If another process is doing so,
 * or a lock is not free at once, a later run does it. Returns false: there is never more to do at once.
 */
export async function keepRequestDays({ database, now }: Pick<AccountsService, 'database' | 'now'>): Promise<boolean> {
  const today = dayOf(now());
  const plan = async (sql: Sql) =>
    planRequestDays({ today, keepDays: REQUESTS_KEPT_DAYS, existing: await findRequestDays(sql) });
  await deleteStrayRequests(database, today - REQUESTS_KEPT_DAYS);
  const { make, drop } = await plan(database);
  if (make.length + drop.length === 0) return false;
  await changePartitions(database, REQUEST_DAYS_LOCK, async (sql) => {
    const due = await plan(sql);
    for (const day of due.make) await makeRequestDay(sql, day);
    for (const day of due.drop) await dropRequestDay(sql, day);
  });
  return false;
}
