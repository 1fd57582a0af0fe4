import { join } from 'node:path';
import { makeLogger } from '@parley/bus/logger';
import { stopOnSignal } from '@parley/bus/run-alone';
import { migrateApart } from '@parley/database/migrate-apart';
import { findFreePort } from '@parley/embedded-postgres/free-port';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { assertPortsFree } from './assert-ports-free.ts';
import { startLocalNats } from './cluster/start-local-nats.ts';
import { type Part, startProcesses } from './cluster/start-processes.ts';
import { explainFailure } from './explain-failure.ts';
import { openDataDirectory } from './one-machine/data-directory.ts';
import { resolveSettings } from './one-machine/resolve-settings.ts';
import { makeStopList } from './one-machine/stop-in-order.ts';
import { partEnvironment } from './part-environment.ts';

const SERVICES = [
  'accounts',
  'send',
  'inbound',
  'inbox',
  'files',
  'channel-connect',
  'comments',
  'pairing',
  'webhook-delivery',
  'notifications',
  'bots',
];
const REPLICAS = [1, 2];
/** People can wait for a restart of these; one process saves memory. */
const ONCE: readonly string[] = ['inbox', 'files'];

/**
 * Two gateways, two of every service except those that run once, and the sandbox, each a separate process
 * (docs/reference/installation.md#commands).
 */
function partsOf(
  shared: Record<string, string>,
  ports: number[],
  {
    sandbox,
    metricsPort,
    healthPort,
  }: { sandbox: boolean; metricsPort: number | undefined; healthPort: number | undefined },
): Part[] {
  const ownMetrics = (index: number): Record<string, string> =>
    metricsPort === undefined ? {} : { PARLEY_METRICS_PORT: String(metricsPort + index) };
  // Processes of one machine cannot share a port: each gets the next one.
  const ownHealth = (index: number): Record<string, string> =>
    healthPort === undefined ? {} : { PARLEY_HEALTH_PORT: String(healthPort + index) };
  const gateways = REPLICAS.map(
    (replica, index): Part => ({
      name: `gateway-${replica}`,
      program: 'apps/gateway/dist/main.js',
      environment: { ...shared, PARLEY_PORT: String(ports[index]), ...ownMetrics(index) },
    }),
  );
  const services = SERVICES.flatMap((service) =>
    (ONCE.includes(service) ? [1] : REPLICAS).map((replica) => ({ service, replica })),
  ).map(
    ({ service, replica }, index): Part => ({
      name: `${service}-${replica}`,
      program: `services/${service}/dist/main.js`,
      environment: { ...shared, ...ownHealth(index) },
    }),
  );
  // Meta's webhooks go to the first gateway, as they would to a load balancer.
  const provider = { ...shared, PARLEY_SANDBOX: 'true', PARLEY_PUBLIC_URL: `http://127.0.0.1:${ports[0]}` };
  const sandboxes = sandbox ? [{ name: 'sandbox', program: 'apps/sandbox/dist/main.js', environment: provider }] : [];
  return [...sandboxes, ...services, ...gateways];
}

try {
  const directory = await openDataDirectory(process.env.PARLEY_DATA_DIR || '.parley');
  const { environment, sandbox } = resolveSettings(process.env, directory);
  const logger = makeLogger({ level: environment.LOG_LEVEL, name: 'cluster' });
  const stops = makeStopList((part, error) =>
    logger.error('part.stop-failed', { part, err: error }, 'A part did not stop in order.'),
  );
  const secondPort = environment.PARLEY_SECOND_GATEWAY_PORT ?? environment.PARLEY_PORT + 1;
  await assertPortsFree({ ...environment, PARLEY_SECOND_GATEWAY_PORT: secondPort }, { sandbox });
  let databaseUrl = environment.DATABASE_URL;
  if (!databaseUrl) {
    const postgres = await startEmbeddedPostgres({ dataDir: directory.postgres });
    stops.add('PostgreSQL', () => postgres.stop());
    databaseUrl = postgres.socketUrl;
  }
  await migrateApart(databaseUrl);
  let natsUrl = environment.NATS_URL;
  if (!natsUrl) {
    const nats = await startLocalNats(directory.path);
    stops.add('NATS', () => nats.stop());
    natsUrl = nats.url;
  }
  const ports = [environment.PARLEY_PORT, secondPort];
  // The sandbox's mail server gets a free port.
  const smtpPort = sandbox && !environment.PARLEY_SMTP_URL ? await findFreePort() : null;
  const mail: Record<string, string> =
    smtpPort === null
      ? {}
      : { PARLEY_SANDBOX_SMTP_PORT: String(smtpPort), PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const shared = { ...partEnvironment(environment, databaseUrl), ...mail, NATS_URL: natsUrl };
  const processes = startProcesses(
    partsOf(shared, ports, {
      sandbox,
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
  stopOnSignal(logger, () => stops.run());
} catch (error) {
  console.error(explainFailure(error, process.env.PARLEY_DATA_DIR || '.parley'));
  process.exit(1);
}
