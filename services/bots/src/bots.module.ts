import { type DynamicModule, Module } from '@nestjs/common';
import { BotsController } from './bots.controller.ts';
import { makeBotsRecordsModule } from './records.module.ts';
import { type BotsParts, openBotsService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class BotsModule {}

/** The bots service: keys, configuration, knowledge and turns of bots. Wiring only. */
export function makeBotsModule(parts: BotsParts): DynamicModule {
  const service = openBotsService(parts);
  return {
    module: BotsModule,
    imports: [makeBotsRecordsModule(service)],
    controllers: [BotsController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
