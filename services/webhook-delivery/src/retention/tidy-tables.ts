import { dayOf } from '@parley/common/values/day-number';
import { catchUpLedger } from '../ledger/catch-up-ledger.steps.ts';
import { KEEP_DAYS } from '../ledger/ledger.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { keepPartitions } from './keep-partitions.steps.ts';
import { dropOld, endRevoked } from './retention.store.ts';

const BATCH = 5000;

/** Maintenance: the ledger of a restored database, partitions, deliveries of revoked keys, retention. */
export async function tidyTables(service: WebhookDeliveryService): Promise<void> {
  const { database, now } = service;
  await catchUpLedger(service);
  await keepPartitions(service, { today: dayOf(now()), keepDays: KEEP_DAYS });
  await endRevoked(database, BATCH);
  await dropOld(database, { now: now(), keepDays: KEEP_DAYS, limit: BATCH });
}
