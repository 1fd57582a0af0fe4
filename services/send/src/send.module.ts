import { type DynamicModule, Module } from '@nestjs/common';
import { makeSendUseCases, type SendParts } from './compose.ts';
import { SEND_USE_CASES, SendController } from './send.controller.ts';
import { SweepWorker } from './sweep-worker.ts';

@Module({})
class SendModule {}

/** services/send, wired on the given parts. */
export function makeSendModule(parts: SendParts): DynamicModule {
  const useCases = makeSendUseCases(parts);
  return {
    module: SendModule,
    controllers: [SendController],
    providers: [
      { provide: SEND_USE_CASES, useValue: useCases },
      { provide: SweepWorker, useValue: new SweepWorker(useCases, parts.logger) },
    ],
  };
}
