import type { Environment } from '@parley/common/environment';
import { connectDatabase, type Database } from './connect-database.ts';
import { type Cipher, makeCipher } from './encryption.ts';

/** What a service that runs alone stores with. */
export interface Stores {
  database: Database;
  cipher: Cipher;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** What the stores are opened with; the logger hears of connections that broke while nobody used them. */
export interface StoreParts {
  environment: Environment;
  logger: { warn(detail: { err: unknown }, message: string): void };
}

/** Opens the database and the cipher of the environment; throws a line that names the variable which is missing. */
export function openStores({ environment, logger }: StoreParts, applicationName: string): Stores {
  const { DATABASE_URL: url, PARLEY_ENCRYPTION_KEYS: keys } = environment;
  if (!url)
    throw new Error('DATABASE_URL: a service that runs alone needs the PostgreSQL that it shares with the others.');
  if (!keys) throw new Error('PARLEY_ENCRYPTION_KEYS: every service needs the same keys.');
  const database = connectDatabase({
    url,
    applicationName,
    maxConnections: environment.PARLEY_DATABASE_POOL,
    onIdleError: (error) => logger.warn({ err: error }, 'A database connection broke.'),
  });
  return {
    database,
    cipher: makeCipher(keys),
    isReady: () => database.ping().then(() => true),
    close: () => database.close(),
  };
}
