import { fileURLToPath } from 'node:url';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carrier';
import { disablePretenuring } from '@parley/bus/disable-pretenuring';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { makeLogger } from '@parley/bus/logger';
import { collectProcessMetrics } from '@parley/bus/process-metrics';
import { migrateApart } from '@parley/database/migrate-apart';
import { openStores } from '@parley/database/open-stores';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { startGateway } from '@parley/gateway/start-gateway';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Sandbox } from '@parley/sandbox/start-sandbox';
import { assertPortsFree } from '../assert-ports-free.ts';
import { partEnvironment } from '../part-environment.ts';
import { unlinkDemoDevice } from './connect-demo-channels.ts';
import { openDataDirectory } from './data-directory.ts';
import type { Demo } from './demo.ts';
import { RegistryWithParts } from './part-metrics.ts';
import { prepareDemo } from './prepare-demo.ts';
import { resolveSettings } from './resolve-settings.ts';
import { startServices } from './start-services.ts';
import { makeStopList, type StopList } from './stop-in-order.ts';
import { superviseProcess } from './supervise-process.ts';

/** Parley on one machine: one process with two children, for linked devices and for bots. */
export interface OneMachine {
  origin: string;
  sandbox: Sandbox | null;
  demo: Demo | null;
  /** Signs the owner of the demo in to the console, once; null without a demo. */
  signInPath: string | null;
  /** Null if the user configured the token; a generated token is shown. */
  adminToken: { value: string; madeNow: boolean } | null;
  logger: Logger;
  /** Drains and stops every part in the reverse order of starting. */
  stop(): Promise<void>;
}

const CHILD_WITHIN_MS = 30_000;
/**
 * Services in child processes: a crash of pairing's client library must not end the others, and a burst of bot turns
 * must not delay callers who wait for an answer. A reply may take seconds, so bots get the lowest priority.
 */
const CHILDREN = {
  pairing: { main: '@parley/pairing/main', niceness: 0 },
  bots: { main: '@parley/bots/main', niceness: 10 },
} as const;

async function openDatabase(
  environment: Environment,
  directory: string,
  logger: Logger,
  stops: StopList,
): Promise<string> {
  let url = environment.DATABASE_URL;
  if (!url) {
    const postgres = await startEmbeddedPostgres({
      dataDir: directory,
      log: (line) => logger.debug('postgres.reported', { line }, 'PostgreSQL wrote a line.'),
    });
    stops.add('PostgreSQL', () => postgres.stop());
    url = postgres.socketUrl;
  }
  const applied = await migrateApart(url);
  if (applied.length > 0) logger.info('database.migrated', { migrations: applied }, 'The database was migrated.');
  return url;
}

async function openCarrier({ NATS_URL: url }: Environment, logger: Logger): Promise<Carrier> {
  if (!url) return makeInProcessCarrier();
  const { connectNatsCarrier } = await import('@parley/bus/nats-carrier');
  return connectNatsCarrier({ url, name: 'parley', logger });
}

async function openSandbox(
  environment: Environment,
  origin: string,
  logger: Logger,
  stops: StopList,
): Promise<Sandbox> {
  const { startSandbox } = await import('@parley/sandbox/start-sandbox');
  const sandbox = await startSandbox({
    port: environment.PARLEY_SANDBOX_PORT,
    numbersFromClock: true,
    callbackOrigin: origin,
    publicUrl: environment.PARLEY_SANDBOX_PUBLIC_URL,
    consoleUrls: [origin, environment.PARLEY_PUBLIC_URL],
    // safe: resolveSettings sets them when the sandbox is on
    metaAppId: environment.PARLEY_META_APP_ID ?? '',
    metaAppSecret: environment.PARLEY_META_APP_SECRET ?? '',
    metaVerifyToken: environment.PARLEY_META_VERIFY_TOKEN ?? '',
    tiktokAppId: environment.PARLEY_TIKTOK_APP_ID ?? '',
    tiktokAppSecret: environment.PARLEY_TIKTOK_APP_SECRET ?? '',
  });
  stops.add('sandbox', () => sandbox.close());
  logger.debug('sandbox.started', { url: sandbox.url }, 'The sandbox replaces the real providers.');
  return sandbox;
}

interface ChildParts {
  variables: Record<string, string | undefined>;
  environment: Environment;
  url: string;
  carrier: Carrier;
  logger: Logger;
}

/**
 * Starts a service in a separate process. `ready` resolves when it answers, or once it is reported as late; it is still
 * restarted then.
 */
function startChild(
  name: keyof typeof CHILDREN,
  { variables, environment, url, carrier, logger }: ChildParts,
): { ready: Promise<void>; stop(): Promise<void> } {
  const { main, niceness } = CHILDREN[name];
  const made = partEnvironment(environment, url);
  const child = superviseProcess({
    name,
    program: fileURLToPath(import.meta.resolve(main)),
    niceness,
    // The health port is only for services that run alone.
    environment: { ...variables, ...made, PARLEY_PORT: String(environment.PARLEY_PORT), PARLEY_HEALTH_PORT: '' },
    carrier,
    logger,
  });
  const late = 'A child process does not answer yet; everything else starts.';
  const ready = child.ready(CHILD_WITHIN_MS).then((isReady) => {
    if (!isReady) logger.error('process.start-delayed', { part: name }, late);
  });
  return { ready, stop: child.stop };
}

/**
 * Starts everything on one machine, without other programs (docs/reference/installation.md#commands). `progress`
 * receives lines for a person.
 */
export async function startOneMachine(
  variables: Record<string, string | undefined>,
  progress: (line: string) => void,
): Promise<OneMachine> {
  disablePretenuring();
  const directory = await openDataDirectory(variables.PARLEY_DATA_DIR || '.parley');
  const { environment, sandbox: withSandbox } = resolveSettings(variables, directory);
  const logger = makeLogger({ level: environment.LOG_LEVEL, name: 'parley' });
  const stops = makeStopList((part, error) =>
    logger.error('part.stop-failed', { part, err: error }, 'A part did not stop in order.'),
  );
  try {
    await assertPortsFree({ ...environment, PARLEY_SECOND_GATEWAY_PORT: undefined }, { sandbox: withSandbox });
    progress(environment.DATABASE_URL ? 'Opening the database …' : 'Starting PostgreSQL …');
    const url = await openDatabase(environment, directory.postgres, logger, stops);
    const stores = openStores({ environment: { ...environment, DATABASE_URL: url }, logger }, 'parley');
    stops.add('database', () => stores.close());

    progress('Starting the services …');
    const origin = `http://${environment.PARLEY_HOST.includes(':') ? `[${environment.PARLEY_HOST}]` : environment.PARLEY_HOST}:${environment.PARLEY_PORT}`;
    const sandbox = withSandbox ? await openSandbox(environment, origin, logger, stops) : null;
    const carrier = await openCarrier(environment, logger);
    stops.add('bus', () => carrier.close());
    const forChildren = { variables, environment, url, carrier, logger };
    const pairing = startChild('pairing', forChildren);
    const bots = startChild('bots', forChildren);
    const metrics = new RegistryWithParts(carrier, Object.keys(CHILDREN));
    collectProcessMetrics(metrics);
    const bus = makeBusClient(carrier, { logger });
    // Mails go to the sandbox's mail server by default, and the sandbox shows them.
    const withMail = { ...environment, PARLEY_SMTP_URL: environment.PARLEY_SMTP_URL ?? sandbox?.smtpUrl };
    const stopServices = startServices({ environment: withMail, ...stores, bus, logger, metrics }, carrier);
    stops.add('services', async () => (await stopServices)());
    // Stopped before the services, which still store what devices received and send bots' replies.
    stops.add('child processes', () => Promise.all([pairing.stop(), bots.stop()]));
    await stopServices;
    await pairing.ready;
    // The demo waits for bots later: they start last.
    if (sandbox === null) await bots.ready;
    const gateway = await startGateway({ environment, carrier, logger: logger.child({ service: 'gateway' }), metrics });
    stops.add('gateway', () => gateway.close());

    const prepared = sandbox
      ? await prepareDemo({
          bus,
          directory,
          origin,
          sandbox: sandbox.driver,
          adminToken: environment.PARLEY_ADMIN_TOKEN ?? '',
          publicUrl: environment.PARLEY_PUBLIC_URL ?? origin,
          logger,
          botsReady: bots.ready,
        })
      : null;
    const demo = prepared?.demo ?? null;
    if (demo) stops.add('demo', () => unlinkDemoDevice(demo, { origin, directory }));
    const ownToken = variables.PARLEY_ADMIN_TOKEN
      ? null
      : { value: directory.secrets.adminToken, madeNow: directory.firstStart };
    const signInPath = prepared?.signInPath ?? null;
    return { origin, sandbox, demo, signInPath, adminToken: ownToken, logger, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}
