import { type DynamicModule, Module } from '@nestjs/common';
import { DESK } from './delivery-desk.ts';
import { makeDeliveryService, type WebhookDeliveryParts } from './delivery-parts.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { WebhookDeliveryController } from './webhook-delivery.controller.ts';

@Module({})
class WebhookDeliveryModule {}

/** services/webhook-delivery, wired on the given parts. */
export function makeWebhookDeliveryModule(parts: WebhookDeliveryParts): DynamicModule {
  const service = makeDeliveryService(parts);
  return {
    module: WebhookDeliveryModule,
    controllers: [WebhookDeliveryController],
    providers: [
      { provide: DESK, useValue: service.desk },
      { provide: DeliveryWorker, useValue: new DeliveryWorker(service, parts.logger) },
    ],
  };
}
