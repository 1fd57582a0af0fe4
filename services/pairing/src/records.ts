import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { Logger } from '@parley/runtime/logger';
import type { PairingEnvironment } from './network/pairing-environment.rules.ts';

export const SERVICE = Symbol('pairing.records');

/** The context of the verbs that only read or delete rows; they also run in a process without devices. */
export interface PairingRecords {
  environment: PairingEnvironment;
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  cipher: Cipher;
  bus: Pick<BusClient, 'call'>;
  logger: Logger;
  now(): Date;
}

export type PairingRecordsParts = Pick<ServiceProcess, 'environment' | 'bus' | 'logger'> & ServiceStores;

export const openPairingRecords = ({ database, ...parts }: PairingRecordsParts): PairingRecords => ({
  ...parts,
  database: mapDatabaseErrorsWithPrisma(database),
  now: () => new Date(),
});
