import { type DynamicModule, Module } from '@nestjs/common';
import { makeDeliveryService, type WebhookDeliveryParts } from './compose.ts';
import { DELIVERY_ADMIN } from './delivery-admin.ts';
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
      { provide: DELIVERY_ADMIN, useValue: service.admin },
      { provide: DeliveryWorker, useValue: new DeliveryWorker(service, parts.logger) },
    ],
  };
}
