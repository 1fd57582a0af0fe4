import { type DynamicModule, Module } from '@nestjs/common';
import { BotsController } from './bots.controller.ts';
import { type BotsParts, makeUseCases, USE_CASES } from './compose.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class BotsModule {}

/** The bots service: keys, configuration, knowledge and turns of bots. Wiring only. */
export function makeBotsModule(parts: BotsParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: BotsModule,
    controllers: [BotsController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
