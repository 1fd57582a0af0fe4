import { type DynamicModule, Module } from '@nestjs/common';
import { makeDeliveryService, type WebhookDeliveryParts } from './delivery-parts.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { MANAGE_DELIVERIES, WebhookDeliveryController } from './webhook-delivery.controller.ts';

@Module({})
class WebhookDeliveryModule {}

/** services/webhook-delivery, wired on the given parts. */
export function makeWebhookDeliveryModule(parts: WebhookDeliveryParts): DynamicModule {
  const service = makeDeliveryService(parts);
  return {
    module: WebhookDeliveryModule,
    controllers: [WebhookDeliveryController],
    providers: [
      { provide: MANAGE_DELIVERIES, useValue: service.deliveries },
      { provide: DeliveryWorker, useValue: new DeliveryWorker(service, parts.logger) },
    ],
  };
}
