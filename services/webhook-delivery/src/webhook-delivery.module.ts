import { type DynamicModule, Module } from '@nestjs/common';
import { openWebhookDeliveryService, SERVICE, type WebhookDeliveryParts } from './service.ts';
import { WebhookDeliveryController } from './webhook-delivery.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class WebhookDeliveryModule {}

/** The webhook-delivery service: lanes, attempts, retries, replay, the event ledger. Wiring only. */
export function makeWebhookDeliveryModule(parts: WebhookDeliveryParts): DynamicModule {
  const service = openWebhookDeliveryService(parts);
  return {
    module: WebhookDeliveryModule,
    controllers: [WebhookDeliveryController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
