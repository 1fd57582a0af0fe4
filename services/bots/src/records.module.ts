import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { doorsOf } from '@parley/bus/verb';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { listAiKeys } from './keys/list-ai-keys.ts';
import { getKnowledge } from './knowledge/get-knowledge.ts';
import { listKnowledge } from './knowledge/list-knowledge.ts';
import { type BotsRecords, SERVICE } from './records.ts';
import { getBot } from './settings/get-bot.ts';
import { listBots } from './settings/list-bots.ts';
import { dropOldTurns } from './turns/drop-old-turns.ts';
import { listBotTurns } from './usage/list-bot-turns.ts';
import { showBotUsage } from './usage/show-bot-usage.ts';

const RETENTION_EVERY_MS = 600_000;

/** Retention must continue where no bot runs. */
const dutiesOf = (records: BotsRecords): Duty[] => [
  { name: 'drop-old-turns', everyMs: RETENTION_EVERY_MS, run: () => dropOldTurns(records) },
];

/** Verbs that need only the database. */
export const VERBS = [
  listAiKeys,
  listBots,
  getBot,
  listBotTurns,
  showBotUsage,
  listKnowledge,
  getKnowledge,
  eraseTenantData,
];

@Module({})
class BotsRecordsModule {}

/**
 * Lists, erasure and retention of bots: everything that needs only the database. Part of the bots service; the
 * one-machine form runs it in its first process as well, so that none of it starts the process of the bots.
 */
export const makeBotsRecordsModule = (records: BotsRecords): DynamicModule => ({
  module: BotsRecordsModule,
  controllers: [doorsOf(SERVICE, VERBS)],
  providers: [
    { provide: SERVICE, useValue: records },
    { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(records), records.logger) },
  ],
});
