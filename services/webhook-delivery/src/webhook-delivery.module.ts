import { type DynamicModule, Module } from '@nestjs/common';
import { makeUseCases, USE_CASES, type WebhookDeliveryParts } from './compose.ts';
import { WebhookDeliveryController } from './webhook-delivery.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class WebhookDeliveryModule {}

/** The webhook-delivery service: lanes, attempts, retries, replay, the event ledger. Wiring only. */
export function makeWebhookDeliveryModule(parts: WebhookDeliveryParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: WebhookDeliveryModule,
    controllers: [WebhookDeliveryController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
