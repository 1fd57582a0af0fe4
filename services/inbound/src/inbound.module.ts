import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { storeBatch } from './batch/store-batch.steps.ts';
import { receiveCallback } from './callbacks/receive-callback.ts';
import { verifySubscription } from './callbacks/verify-subscription.ts';
import { importDeviceMessages } from './devices/import-device-messages.ts';
import { storeDeviceItems } from './devices/store-device-items.ts';
import { discardQuarantined } from './quarantine/discard-quarantined.ts';
import { getQuarantined } from './quarantine/get-quarantined.ts';
import { listQuarantined } from './quarantine/list-quarantined.ts';
import { retryQuarantined } from './quarantine/retry-quarantined.ts';
import { type InboundParts, openInboundService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  receiveCallback,
  verifySubscription,
  storeDeviceItems,
  importDeviceMessages,
  listQuarantined,
  getQuarantined,
  retryQuarantined,
  discardQuarantined,
];

@Module({})
class InboundModule {}

/** The inbound service: provider webhooks, what they report, quarantine. Wiring only. */
export function makeInboundModule(parts: InboundParts): DynamicModule {
  const service = openInboundService(parts, storeBatch);
  return {
    module: InboundModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
