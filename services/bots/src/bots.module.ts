import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { deleteAiKey } from './keys/delete-ai-key.ts';
import { setAiKey } from './keys/set-ai-key.ts';
import { testAiKey } from './keys/test-ai-key.ts';
import { addKnowledge } from './knowledge/add-knowledge.ts';
import { deleteKnowledge } from './knowledge/delete-knowledge.ts';
import { makeBotsRecordsModule } from './records.module.ts';
import { tryBot } from './replies/try-bot.ts';
import { type BotsParts, openBotsService, SERVICE } from './service.ts';
import { createBot } from './settings/create-bot.ts';
import { deleteBot } from './settings/delete-bot.ts';
import { rotateToolSecret } from './settings/rotate-tool-secret.ts';
import { updateBot } from './settings/update-bot.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  setAiKey,
  testAiKey,
  deleteAiKey,
  createBot,
  updateBot,
  deleteBot,
  rotateToolSecret,
  tryBot,
  addKnowledge,
  deleteKnowledge,
];

@Module({})
class BotsModule {}

/** The bots service: keys, configuration, knowledge and turns of bots. Wiring only. */
export function makeBotsModule(parts: BotsParts): DynamicModule {
  const service = openBotsService(parts);
  return {
    module: BotsModule,
    imports: [makeBotsRecordsModule(service)],
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
