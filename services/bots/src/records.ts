import type { Database } from '@parley/database/connection/connect-database';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { Logger } from '@parley/runtime/logger';
import type { BotsEnvironment } from './keys/key.rules.ts';

export const SERVICE = Symbol('bots.records');

/** The context of the verbs that only read or delete rows; they also run in a process without bots. */
export interface BotsRecords {
  environment: BotsEnvironment;
  database: PrismaDatabase;
  logger: Logger;
  now(): Date;
}

export interface BotsRecordsParts extends Pick<BotsRecords, 'environment' | 'logger'> {
  database: Database;
}

export const openBotsRecords = ({ environment, logger, database }: BotsRecordsParts): BotsRecords => ({
  environment,
  logger,
  database: mapDatabaseErrorsWithPrisma(database),
  now: () => new Date(),
});
