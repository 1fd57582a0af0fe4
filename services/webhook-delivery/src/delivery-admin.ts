import type { BusClient } from '@parley/bus/bus-client';
import { deliveriesDue, HINT_MAX_KEYS, keyChanged } from '@parley/common/hints';
import type { Database } from '@parley/database/connect-database';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import * as store from './storage/delivery-admin-store.ts';
import * as erasing from './storage/erase-store.ts';
import { findPosition, findStart, readLedger } from './storage/ledger-store.ts';
import { findWebhook, pauseLane, resumeLane } from './storage/webhook-store.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeManageDeliveries } from './use-cases/manage-deliveries.ts';
import { makeManageWebhooks } from './use-cases/manage-webhooks.ts';
import { makeReadEvents } from './use-cases/read-events.ts';

export const DELIVERY_ADMIN = Symbol('webhook-delivery.admin');

export interface DeliveryAdminDeps {
  database: Database;
  bus: BusClient;
  now(): Date;
}

/** What customers and operators ask of the service, beside the worker that delivers. */
export function makeDeliveryAdmin({ database, bus, now }: DeliveryAdminDeps) {
  const sql = mapDatabaseErrors(database);
  const findTenant = (slug: string) => store.findTenant(sql, slug);
  const wake = (instanceIds: string[]): void => {
    for (let at = 0; at < instanceIds.length; at += HINT_MAX_KEYS)
      bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(at, at + HINT_MAX_KEYS) });
  };
  return {
    readEvents: makeReadEvents({
      findPosition: (tenantId, eventId) => findPosition(sql, tenantId, eventId),
      findStart: (instanceId) => findStart(sql, instanceId),
      readLedger: (key, after, bounds) => readLedger(sql, key, after, bounds),
    }),
    deliveries: makeManageDeliveries({
      findTenant,
      findDeliveries: (tenantId, filter) => store.findDeliveries(sql, tenantId, filter),
      findAttempts: (deliveryId, instanceId) => store.findAttempts(sql, deliveryId, instanceId),
      replayEnded: (tenantId, filter) => store.replayEnded(sql, tenantId, filter),
      writeTestEvent: (given) => store.writeTestEvent(sql, given),
      wake,
      now,
    }),
    eraseData: makeEraseData({
      removePending: (person) => erasing.removePending(sql, person),
      findKeyAfter: (tenantId, instanceId) => erasing.findKeyAfter(sql, tenantId, instanceId),
      removeLogged: (person, after) => erasing.removeLogged(sql, person, after),
      removeEvents: (person, after) => erasing.removeEvents(sql, person, after),
      removeTenantBatch: (tenantId) => erasing.removeTenantBatch(sql, tenantId),
    }),
    webhooks: makeManageWebhooks({
      findTenant,
      findWebhook: (tenantId, instanceId) => findWebhook(sql, tenantId, instanceId),
      pauseLane: (tenantId, instanceId) => pauseLane(sql, tenantId, instanceId),
      resumeLane: (tenantId, instanceId) => resumeLane(sql, tenantId, instanceId),
      tellChanged: (instanceId) => bus.publishHint(keyChanged, { instance_id: instanceId }),
      wake,
    }),
  };
}

export type DeliveryAdmin = ReturnType<typeof makeDeliveryAdmin>;
