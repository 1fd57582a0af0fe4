import { join } from 'node:path';
import { makeLogger } from '@parley/bus/logging/logger';
import { migrateApart } from '@parley/database/migrations/migrate-apart';
import { findFreePort } from '@parley/embedded-postgres/free-port';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import type { Environment } from '@parley/runtime/environment';
import type { StopList } from '@parley/runtime/turns/stop-in-order';
import { assertPortsFree } from './assert-ports-free.ts';
import { partsOf } from './cluster/parts-of.ts';
import { startLocalNats } from './cluster/start-local-nats.ts';
import { startProcesses } from './cluster/start-processes.ts';
import { explainFailure } from './explain-failure.ts';
import { openDataDirectory } from './one-machine/data-directory.ts';
import { resolveSettings } from './one-machine/resolve-settings.ts';
import { partEnvironment } from './part-environment.ts';
import { readEnvFile } from './read-env-file.ts';
import { startUntilSignal } from './start-until-signal.ts';

/** The address of NATS for each kind of process: the configured server, or a separate one. */
async function openNats(
  { NATS_URL: given }: Environment,
  directory: string,
  { together, stops }: { together: boolean; stops: StopList },
): Promise<(kind: string) => string> {
  if (given) return () => given;
  const nats = await startLocalNats(directory, { users: together });
  stops.add('NATS', () => nats.stop());
  return nats.urlOf;
}

/** Starts the processes one after the other; each is added to `stops` once it runs. */
async function startCluster(
  directory: Awaited<ReturnType<typeof openDataDirectory>>,
  { environment, sandbox }: ReturnType<typeof resolveSettings>,
  stops: StopList,
): Promise<void> {
  const secondPort = environment.PARLEY_SECOND_GATEWAY_PORT ?? environment.PARLEY_PORT + 1;
  await assertPortsFree({ ...environment, PARLEY_SECOND_GATEWAY_PORT: secondPort }, { sandbox });
  let databaseUrl = environment.DATABASE_URL;
  if (!databaseUrl) {
    const postgres = await startEmbeddedPostgres({ dataDir: directory.postgres });
    stops.add('PostgreSQL', () => postgres.stop());
    databaseUrl = postgres.socketUrl;
  }
  await migrateApart(environment.DATABASE_DIRECT_URL ?? databaseUrl);
  const together = process.argv.includes('--together');
  const natsUrlOf = await openNats(environment, directory.path, { together, stops });
  const ports = [environment.PARLEY_PORT, secondPort];
  // The sandbox's mail server gets a free port.
  const smtpPort = sandbox && !environment.PARLEY_SMTP_URL ? await findFreePort() : null;
  const mail: Record<string, string> =
    smtpPort === null
      ? {}
      : { PARLEY_SANDBOX_SMTP_PORT: String(smtpPort), PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const kept: Record<string, string> = sandbox ? { PARLEY_SANDBOX_DATA_DIR: directory.sandbox } : {};
  const shared = { ...partEnvironment(environment, databaseUrl), ...mail, ...kept };
  const processes = startProcesses(
    partsOf(shared, ports, {
      sandbox,
      together,
      natsUrlOf,
      metricsPort: environment.PARLEY_METRICS_PORT,
      healthPort: environment.PARLEY_HEALTH_PORT,
    }),
    join(directory.path, 'processes.json'),
    (line) => console.log(line),
  );
  stops.add('processes', () => processes.stop());
  console.log(
    `Parley starts as a cluster: gateways on ${ports.map((port) => `http://${environment.PARLEY_HOST}:${port}`).join(' and ')}.`,
  );
}

try {
  const envFile = readEnvFile();
  if (envFile !== null) console.log(`Settings are read from ${envFile}; variables that are set already win.`);
  const directory = await openDataDirectory(process.env.PARLEY_DATA_DIR || '.parley');
  const settings = resolveSettings(process.env, directory);
  const logger = makeLogger({ level: settings.environment.LOG_LEVEL, name: 'cluster' });
  await startUntilSignal(logger, ({ stops }) => startCluster(directory, settings, stops));
} catch (error) {
  console.error(explainFailure(error, process.env.PARLEY_DATA_DIR || '.parley'));
  process.exit(1);
}
