import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import * as keys from '@parley/common/contracts/operator/ai-keys';
import * as knowledge from '@parley/common/contracts/operator/bot-knowledge';
import * as turns from '@parley/common/contracts/operator/bot-turns';
import * as bots from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { type BotsRecords, SERVICE } from './records.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { getBot } from './use-cases/get-bot.ts';
import { getKnowledge } from './use-cases/get-knowledge.ts';
import { listAiKeys } from './use-cases/list-ai-keys.ts';
import { listBotTurns } from './use-cases/list-bot-turns.ts';
import { listBots } from './use-cases/list-bots.ts';
import { listKnowledge } from './use-cases/list-knowledge.ts';
import { showBotUsage } from './use-cases/show-bot-usage.ts';

@Controller()
export class RecordsController {
  readonly #records: BotsRecords;
  constructor(@Inject(SERVICE) records: BotsRecords) {
    this.#records = records;
  }

  @Handles(keys.listAiKeys)
  async listAiKeys(input: InputOf<typeof keys.listAiKeys>) {
    return listAiKeys(this.#records, input);
  }

  @Handles(bots.listBots)
  async listBots(input: InputOf<typeof bots.listBots>) {
    return listBots(this.#records, input);
  }

  @Handles(bots.getBot)
  async getBot(input: InputOf<typeof bots.getBot>) {
    return getBot(this.#records, input);
  }

  @Handles(turns.listBotTurns)
  async listBotTurns(input: InputOf<typeof turns.listBotTurns>) {
    return listBotTurns(this.#records, input);
  }

  @Handles(turns.showBotUsage)
  async showBotUsage(input: InputOf<typeof turns.showBotUsage>) {
    return showBotUsage(this.#records, input);
  }

  @Handles(knowledge.listKnowledge)
  async listKnowledge(input: InputOf<typeof knowledge.listKnowledge>) {
    return listKnowledge(this.#records, input);
  }

  @Handles(knowledge.getKnowledge)
  async getKnowledge(input: InputOf<typeof knowledge.getKnowledge>) {
    return getKnowledge(this.#records, input);
  }

  @Handles(erasure.eraseTenantData.bots)
  async eraseTenantData(input: InputOf<typeof erasure.eraseTenantData.bots>) {
    return eraseTenantData(this.#records, input);
  }
}
