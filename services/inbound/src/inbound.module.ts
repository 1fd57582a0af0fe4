import { type DynamicModule, Module } from '@nestjs/common';
import { InboundController } from './inbound.controller.ts';
import { type InboundParts, openInboundService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class InboundModule {}

/** The inbound service: provider webhooks, what they report, quarantine. Wiring only. */
export function makeInboundModule(parts: InboundParts): DynamicModule {
  const service = openInboundService(parts);
  return {
    module: InboundModule,
    controllers: [InboundController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
