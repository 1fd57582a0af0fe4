import { type DynamicModule, Module } from '@nestjs/common';
import { type InboundParts, makeUseCases, USE_CASES } from './compose.ts';
import { InboundController } from './inbound.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class InboundModule {}

/** The inbound service: provider webhooks, what they report, quarantine. Wiring only. */
export function makeInboundModule(parts: InboundParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: InboundModule,
    controllers: [InboundController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
