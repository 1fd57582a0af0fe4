import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Registry } from 'prom-client';
import { type Cipher, makeCipher } from '../encryption.ts';
import { makeReplicaReads } from '../replica/replica-reads.ts';
import { connectDatabase, type Database } from './connect-database.ts';

/** The database and cipher of a service. */
export interface ServiceStores {
  database: Database;
  cipher: Cipher;
}

/** {@link ServiceStores} of a service that runs alone. */
export interface Stores extends ServiceStores {
  isReady(): Promise<boolean>;
  /** Adds the metrics of the database to those of the process. */
  registerMetrics(registry: Registry): void;
  close(): Promise<void>;
}

/** Inputs of the stores; broken idle connections are logged. */
export interface StoreParts {
  environment: Environment;
  logger: Pick<Logger, 'info' | 'warn'>;
  metrics?: Registry;
}

/**
 * Opens the database and the cipher; throws an error that names the missing variable. The metrics of the database are
 * added to `metrics`, if it is given.
 */
export function openStores({ environment, logger, metrics }: StoreParts, applicationName: string): Stores {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, PARLEY_ENCRYPTION_KEYS: keys } = environment;
  if (!url)
    throw new Error('DATABASE_URL is not set: a service that runs alone needs the PostgreSQL that all services share.');
  if (!keys) throw new Error('PARLEY_ENCRYPTION_KEYS is not set: every service needs the same keys.');
  const reads = environment.DATABASE_READ_URL === undefined ? null : makeReplicaReads();
  const database = connectDatabase({
    url,
    directUrl,
    applicationName,
    maxConnections: environment.PARLEY_DATABASE_POOL,
    readUrl: environment.DATABASE_READ_URL,
    onReplicaAside: (error) =>
      logger.warn(
        'database-replica.aside',
        { err: error ?? undefined },
        'Reads use the primary: the replica fails or lags.',
      ),
    onReplicaBack: () => logger.info('database-replica.back', {}, 'Reads use the replica again.'),
    onRead: (outcome) => reads?.inc({ outcome }),
    onIdleError: (error) => logger.warn('database-connection.broken', { err: error }, 'A database connection broke.'),
  });
  const registerMetrics = (registry: Registry): void => {
    if (reads) registry.registerMetric(reads);
  };
  if (metrics) registerMetrics(metrics);
  return {
    database,
    cipher: makeCipher(keys),
    isReady: () => database.ping().then(() => true),
    registerMetrics,
    close: () => database.close(),
  };
}
