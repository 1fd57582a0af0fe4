import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { deleteAiKey, listAiKeys, setAiKey, testAiKey } from '@parley/common/contracts/operator/ai-keys';
import {
  addKnowledge,
  deleteKnowledge,
  getKnowledge,
  listKnowledge,
} from '@parley/common/contracts/operator/bot-knowledge';
import { listBotTurns, showBotUsage, tryBot } from '@parley/common/contracts/operator/bot-turns';
import {
  createBot,
  deleteBot,
  getBot,
  listBots,
  rotateToolSecret,
  updateBot,
} from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { readRowId } from '@parley/common/row-ids';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class BotsController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(setAiKey)
  async setKey({ slug, ...input }: InputOf<typeof setAiKey>) {
    return this.#do.keys.set(await this.#do.tenantOf(slug), input);
  }

  @Handles(listAiKeys)
  async listKeys({ slug }: InputOf<typeof listAiKeys>) {
    return this.#do.keys.list(await this.#do.tenantOf(slug));
  }

  @Handles(testAiKey)
  async testKey({ slug, ...input }: InputOf<typeof testAiKey>) {
    return this.#do.testKey(await this.#do.tenantOf(slug), input);
  }

  @Handles(deleteAiKey)
  async deleteKey({ slug, provider }: InputOf<typeof deleteAiKey>) {
    return this.#do.keys.remove(await this.#do.tenantOf(slug), provider);
  }

  @Handles(createBot)
  async createBot({ slug, ...input }: InputOf<typeof createBot>) {
    return this.#do.bots.create(await this.#do.tenantOf(slug), input);
  }

  @Handles(listBots)
  async listBots({ slug, ...query }: InputOf<typeof listBots>) {
    return this.#do.bots.list(await this.#do.tenantOf(slug), query);
  }

  @Handles(getBot)
  async getBot({ slug, id }: InputOf<typeof getBot>) {
    return this.#do.bots.get(await this.#do.tenantOf(slug), id);
  }

  @Handles(updateBot)
  async updateBot({ slug, ...input }: InputOf<typeof updateBot>) {
    return this.#do.bots.update(await this.#do.tenantOf(slug), input);
  }

  @Handles(deleteBot)
  async deleteBot({ slug, id }: InputOf<typeof deleteBot>) {
    return this.#do.bots.remove(await this.#do.tenantOf(slug), id);
  }

  @Handles(rotateToolSecret)
  async rotateToolSecret({ slug, id }: InputOf<typeof rotateToolSecret>) {
    return this.#do.bots.rotateToolSecret(await this.#do.tenantOf(slug), id);
  }

  @Handles(tryBot)
  async tryBot({ slug, ...input }: InputOf<typeof tryBot>) {
    return this.#do.tryBot(await this.#do.tenantOf(slug), input);
  }

  @Handles(listBotTurns)
  async listTurns({ slug, ...query }: InputOf<typeof listBotTurns>) {
    return this.#do.turns.list(await this.#do.tenantOf(slug), query);
  }

  @Handles(showBotUsage)
  async showUsage({ slug, ...query }: InputOf<typeof showBotUsage>) {
    return this.#do.turns.usage(await this.#do.tenantOf(slug), query);
  }

  @Handles(addKnowledge)
  async addKnowledge({ slug, id, ...input }: InputOf<typeof addKnowledge>) {
    return this.#do.knowledge.add(await this.#do.botOf(slug, id), input);
  }

  @Handles(listKnowledge)
  async listKnowledge({ slug, id, ...query }: InputOf<typeof listKnowledge>) {
    return this.#do.knowledge.list(await this.#do.botOf(slug, id), query);
  }

  @Handles(getKnowledge)
  async getKnowledge({ slug, id, source }: InputOf<typeof getKnowledge>) {
    return this.#do.knowledge.get(await this.#do.botOf(slug, id), Number(readRowId(source)));
  }

  @Handles(deleteKnowledge)
  async deleteKnowledge({ slug, id, source }: InputOf<typeof deleteKnowledge>) {
    return this.#do.knowledge.remove(await this.#do.botOf(slug, id), Number(readRowId(source)));
  }

  @Handles(eraseTenantData.bots)
  eraseTenantData(input: InputOf<typeof eraseTenantData.bots>) {
    return this.#do.eraseTenantData(input);
  }
}
