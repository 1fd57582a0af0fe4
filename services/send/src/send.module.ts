import { type DynamicModule, Module } from '@nestjs/common';
import { SendController } from './send.controller.ts';
import { openSendService, SERVICE, type SendParts } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class SendModule {}

/** The send service: outbound messages, templates, idempotency. Wiring only. */
export function makeSendModule(parts: SendParts): DynamicModule {
  const service = openSendService(parts);
  return {
    module: SendModule,
    controllers: [SendController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
