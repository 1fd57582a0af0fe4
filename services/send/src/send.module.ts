import { type DynamicModule, Module } from '@nestjs/common';
import { makeUseCases, type SendParts, USE_CASES } from './compose.ts';
import { SendController } from './send.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class SendModule {}

/** The send service: outbound messages, templates, idempotency. Wiring only. */
export function makeSendModule(parts: SendParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: SendModule,
    controllers: [SendController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
