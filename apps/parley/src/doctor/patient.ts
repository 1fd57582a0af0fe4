import { join } from 'node:path';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { onFirstCall } from '@parley/database/connection/on-first-call';
import { findRunningUrl } from '@parley/embedded-postgres/find-running-url';
import { type Environment, parseEnvironment } from '@parley/runtime/environment';
import { openDataDirectory, readSecrets } from '../one-machine/data-directory.ts';
import { resolveSettings } from '../one-machine/resolve-settings.ts';
import { type ExternalServer, listExternalServers } from './external-servers.ts';

/** The installation that the checks examine. */
export interface Patient {
  environment: Environment;
  /** The variables as they were given. */
  variables: Record<string, string | undefined>;
  /** Whether the sandbox replaces the providers. */
  sandbox: boolean;
  /** Null while the embedded PostgreSQL is not running. */
  database: Database | null;
  /** Listed once for all checks. */
  externalServers(): Promise<readonly ExternalServer[]>;
  close(): Promise<void>;
}

/** Reads the settings of the one-machine form from its data directory, if there is one; creates none. */
async function readSettings(variables: Record<string, string | undefined>) {
  const given = parseEnvironment(variables);
  const hasData = (await readSecrets(given.PARLEY_DATA_DIR)) !== null;
  if (!hasData || given.NATS_URL) return { environment: given, sandbox: given.PARLEY_SANDBOX ?? false };
  return resolveSettings(variables, await openDataDirectory(given.PARLEY_DATA_DIR));
}

/** Opens the installation of an environment. Throws when a variable is invalid. */
export async function openPatient(variables: Record<string, string | undefined>): Promise<Patient> {
  const { environment, sandbox } = await readSettings(variables);
  const url = environment.DATABASE_URL ?? (await findRunningUrl(join(environment.PARLEY_DATA_DIR, 'postgres')));
  const database = url
    ? connectDatabase({
        url,
        directUrl: environment.DATABASE_DIRECT_URL,
        readUrl: environment.DATABASE_READ_URL,
        maxConnections: 2,
        applicationName: 'parley-doctor',
      })
    : null;
  return {
    environment,
    variables,
    sandbox,
    database,
    externalServers: onFirstCall(() => listExternalServers(environment, database)).get,
    close: async () => database?.close(),
  };
}
