import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import * as keys from '@parley/common/contracts/operator/ai-keys';
import * as knowledge from '@parley/common/contracts/operator/bot-knowledge';
import * as turns from '@parley/common/contracts/operator/bot-turns';
import * as bots from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { type BotsService, SERVICE } from './service.ts';
import { addKnowledge } from './use-cases/add-knowledge.ts';
import { createBot } from './use-cases/create-bot.ts';
import { deleteAiKey } from './use-cases/delete-ai-key.ts';
import { deleteBot } from './use-cases/delete-bot.ts';
import { deleteKnowledge } from './use-cases/delete-knowledge.ts';
import { rotateToolSecret } from './use-cases/rotate-tool-secret.ts';
import { setAiKey } from './use-cases/set-ai-key.ts';
import { testAiKey } from './use-cases/test-ai-key.ts';
import { tryBot } from './use-cases/try-bot.ts';
import { updateBot } from './use-cases/update-bot.ts';

@Controller()
export class BotsController {
  readonly #service: BotsService;
  constructor(@Inject(SERVICE) service: BotsService) {
    this.#service = service;
  }

  @Handles(keys.setAiKey)
  async setAiKey(input: InputOf<typeof keys.setAiKey>) {
    return setAiKey(this.#service, input);
  }

  @Handles(keys.testAiKey)
  async testAiKey(input: InputOf<typeof keys.testAiKey>) {
    return testAiKey(this.#service, input);
  }

  @Handles(keys.deleteAiKey)
  async deleteAiKey(input: InputOf<typeof keys.deleteAiKey>) {
    return deleteAiKey(this.#service, input);
  }

  @Handles(bots.createBot)
  async createBot(input: InputOf<typeof bots.createBot>) {
    return createBot(this.#service, input);
  }

  @Handles(bots.updateBot)
  async updateBot(input: InputOf<typeof bots.updateBot>) {
    return updateBot(this.#service, input);
  }

  @Handles(bots.deleteBot)
  async deleteBot(input: InputOf<typeof bots.deleteBot>) {
    return deleteBot(this.#service, input);
  }

  @Handles(bots.rotateToolSecret)
  async rotateToolSecret(input: InputOf<typeof bots.rotateToolSecret>) {
    return rotateToolSecret(this.#service, input);
  }

  @Handles(turns.tryBot)
  async tryBot(input: InputOf<typeof turns.tryBot>) {
    return tryBot(this.#service, input);
  }

  @Handles(knowledge.addKnowledge)
  async addKnowledge(input: InputOf<typeof knowledge.addKnowledge>) {
    return addKnowledge(this.#service, input);
  }

  @Handles(knowledge.deleteKnowledge)
  async deleteKnowledge(input: InputOf<typeof knowledge.deleteKnowledge>) {
    return deleteKnowledge(this.#service, input);
  }
}
