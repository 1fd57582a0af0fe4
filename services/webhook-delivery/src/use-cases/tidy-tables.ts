import { dayOf } from '@parley/common/day-number';
import { KEEP_DAYS } from '../domain/ledger-page.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { dropOld, endRevoked } from '../storage/retention-store.ts';
import { catchUpLedger } from './catch-up-ledger.ts';
import { keepPartitions } from './keep-partitions.ts';

const BATCH = 5000;

/** Maintenance: the ledger of a restored database, partitions, deliveries of revoked keys, retention. */
export async function tidyTables(service: WebhookDeliveryService): Promise<void> {
  const { database, now } = service;
  await catchUpLedger(service);
  await keepPartitions(service, { today: dayOf(now()), keepDays: KEEP_DAYS });
  await endRevoked(database, BATCH);
  await dropOld(database, { now: now(), keepDays: KEEP_DAYS, limit: BATCH });
}
