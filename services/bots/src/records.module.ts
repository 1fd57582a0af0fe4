import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { RecordsController } from './records.controller.ts';
import { type BotsRecords, SERVICE } from './records.ts';
import { dropOldTurns } from './use-cases/drop-old-turns.ts';

const RETENTION_EVERY_MS = 600_000;

/** Retention must go on where no bot runs. */
const dutiesOf = (records: BotsRecords): Duty[] => [
  { name: 'drop-old-turns', everyMs: RETENTION_EVERY_MS, run: () => dropOldTurns(records) },
];

@Module({})
class BotsRecordsModule {}

/**
 * Lists, erasure and retention of bots: everything that needs only the database. Part of the bots service; the
 * one-machine form runs it in its first process as well, so that none of it starts the process of the bots.
 */
export const makeBotsRecordsModule = (records: BotsRecords): DynamicModule => ({
  module: BotsRecordsModule,
  controllers: [RecordsController],
  providers: [
    { provide: SERVICE, useValue: records },
    { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(records), records.logger) },
  ],
});
