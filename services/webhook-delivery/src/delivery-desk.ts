import type { BusClient } from '@parley/bus/bus-client';
import { deliveriesDue, HINT_MAX_KEYS, keyChanged } from '@parley/common/hints';
import { answerUnavailable } from '@parley/database/answer-unavailable';
import type { Database } from '@parley/database/connect-database';
import * as desk from './storage/delivery-admin-store.ts';
import * as erasing from './storage/erase-store.ts';
import { findPosition, findStart, readLedger } from './storage/ledger-store.ts';
import { findWebhook, pauseLane, resumeLane } from './storage/webhook-store.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeManageDeliveries } from './use-cases/manage-deliveries.ts';
import { makeManageWebhooks } from './use-cases/manage-webhooks.ts';
import { makeReadEvents } from './use-cases/read-events.ts';

export const DESK = Symbol('webhook-delivery.desk');

export interface DeskParts {
  database: Database;
  bus: BusClient;
  now(): Date;
}

/** What customers and operators ask of the service, beside the worker that delivers. */
export function makeDeliveryDesk({ database, bus, now }: DeskParts) {
  const sql = answerUnavailable(database);
  const findTenant = (slug: string) => desk.findTenant(sql, slug);
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
      findDeliveries: (tenantId, filter) => desk.findDeliveries(sql, tenantId, filter),
      findAttempts: (deliveryId, instanceId) => desk.findAttempts(sql, deliveryId, instanceId),
      replayEnded: (tenantId, filter) => desk.replayEnded(sql, tenantId, filter),
      writeTestEvent: (given) => desk.writeTestEvent(sql, given),
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

export type DeliveryDesk = ReturnType<typeof makeDeliveryDesk>;
