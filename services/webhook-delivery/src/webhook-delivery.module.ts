import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf, verb } from '@parley/bus/verb';
import {
  getDelivery as getDeliveryContract,
  getPlatformDelivery,
  listDeliveries as listDeliveriesContract,
  listPlatformDeliveries,
  replayDeliveries as replayDeliveriesContract,
  replayPlatformDeliveries,
  sendTestEvent as sendTestEventContract,
} from '@parley/common/contracts/operator/deliveries';
import {
  checkPlatformWebhook,
  checkTenantPlatformWebhook,
  pausePlatformWebhook,
  pauseTenantPlatformWebhook,
  resumePlatformWebhook,
  resumeTenantPlatformWebhook,
  testPlatformWebhook,
  testTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import { resumeLane } from '@parley/common/contracts/operator/stuck-lanes';
import {
  getWebhook as getWebhookContract,
  pauseWebhook as pauseWebhookContract,
  resumeWebhook as resumeWebhookContract,
} from '@parley/common/contracts/operator/webhooks';
import { getDelivery } from './deliveries/get-delivery.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { replayDeliveries } from './deliveries/replay-deliveries.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { listStuckLanes } from './lanes/list-stuck-lanes.ts';
import { readEvents } from './ledger/read-events.ts';
import { readTenantEvents } from './ledger/read-tenant-events.ts';
import { openWebhookDeliveryService, SERVICE, type WebhookDeliveryParts } from './service.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { pauseWebhook } from './webhooks/pause-webhook.ts';
import { resumeWebhook } from './webhooks/resume-webhook.ts';
import { sendTestEvent } from './webhooks/send-test-event.ts';
import { showWebhookFigures } from './webhooks/show-webhook-figures.ts';
import { makeWorkers } from './workers.ts';

/** The verbs of the service. */
export const VERBS = [
  readEvents,
  readTenantEvents,
  showWebhookFigures,
  verb(listDeliveriesContract, listDeliveries),
  verb(getDeliveryContract, getDelivery),
  verb(replayDeliveriesContract, replayDeliveries),
  verb(sendTestEventContract, sendTestEvent),
  erasePerson,
  eraseTenantData,
  verb(getWebhookContract, getWebhook),
  verb(pauseWebhookContract, pauseWebhook),
  verb(resumeWebhookContract, resumeWebhook),
  verb(listPlatformDeliveries, listDeliveries),
  verb(getPlatformDelivery, getDelivery),
  verb(replayPlatformDeliveries, replayDeliveries),
  verb(checkPlatformWebhook, getWebhook),
  verb(checkTenantPlatformWebhook, getWebhook),
  verb(testPlatformWebhook, sendTestEvent),
  verb(testTenantPlatformWebhook, sendTestEvent),
  verb(pausePlatformWebhook, pauseWebhook),
  verb(pauseTenantPlatformWebhook, pauseWebhook),
  verb(resumePlatformWebhook, resumeWebhook),
  verb(resumeTenantPlatformWebhook, resumeWebhook),
  listStuckLanes,
  verb(resumeLane, resumeWebhook),
];

@Module({})
class WebhookDeliveryModule {}

/** The webhook-delivery service: lanes, attempts, retries, replay, the event ledger. Wiring only. */
export function makeWebhookDeliveryModule(parts: WebhookDeliveryParts): DynamicModule {
  const service = openWebhookDeliveryService(parts);
  return {
    module: WebhookDeliveryModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
