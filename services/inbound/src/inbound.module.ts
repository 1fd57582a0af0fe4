import { type DynamicModule, Module } from '@nestjs/common';
import { INBOUND_USE_CASES, InboundController } from './inbound.controller.ts';
import { type InboundParts, makeInboundUseCases } from './inbound-use-cases.ts';
import { SweepWorker } from './sweep-worker.ts';

@Module({})
class InboundModule {}

/** services/inbound, wired on the given parts. */
export function makeInboundModule(parts: InboundParts): DynamicModule {
  const useCases = makeInboundUseCases(parts);
  return {
    module: InboundModule,
    controllers: [InboundController],
    providers: [
      { provide: INBOUND_USE_CASES, useValue: useCases },
      { provide: SweepWorker, useValue: new SweepWorker(useCases, parts.logger) },
    ],
  };
}
