import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import { type InboundParts, makeInboundUseCases } from './compose.ts';
import { INBOUND_USE_CASES, InboundController } from './inbound.controller.ts';
import { makeSweepDuties } from './sweep-duties.ts';

const RETENTION_EVERY_MS = 60_000;

@Module({})
class InboundModule {}

/** services/inbound, wired on the given parts. */
export function makeInboundModule(parts: InboundParts): DynamicModule {
  const useCases = makeInboundUseCases(parts);
  const retention = { name: 'retention of messages', everyMs: RETENTION_EVERY_MS, run: useCases.keepRetention };
  return {
    module: InboundModule,
    controllers: [InboundController],
    providers: [
      { provide: INBOUND_USE_CASES, useValue: useCases },
      {
        provide: BackgroundWorker,
        useValue: new BackgroundWorker([...makeSweepDuties(useCases, parts.logger), retention], parts.logger, {
          start() {},
          close: useCases.idle,
        }),
      },
    ],
  };
}
