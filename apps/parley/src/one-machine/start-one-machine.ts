import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { disablePretenuring } from '@parley/bus/process/disable-pretenuring';
import { collectProcessMetrics } from '@parley/bus/process/process-metrics';
import { openStores } from '@parley/database/connection/open-stores';
import { migrateApart } from '@parley/database/migrations/migrate-apart';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { startGateway } from '@parley/gateway/start-gateway';
import { type Environment, localOriginOf, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { openMetricsExport } from '@parley/runtime/metrics/open-metrics-export';
import { openTracing } from '@parley/runtime/tracing/open-tracing';
import type { StopList } from '@parley/runtime/turns/stop-in-order';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { Sandbox } from '@parley/sandbox/start-sandbox';
import { assertPortsFree } from '../assert-ports-free.ts';
import { startPublicDemo } from '../public-demo/public-demo.ts';
import { type Starting, startUntilSignal } from '../start-until-signal.ts';
import { allOf } from './all-of.ts';
import { openDataDirectory } from './data-directory.ts';
import type { Demo } from './demo.ts';
import { RegistryWithParts } from './part-metrics.ts';
import { type DemoChildren, prepareDemo } from './prepare-demo.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { OnDemandProcess } from './run-on-demand.ts';
import { CHILD_NAMES, type ChildName, startChildren } from './start-children.ts';
import { preloadServices, startServices } from './start-services.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Parley on one machine: one process, with a child for linked devices and one for bots while they are needed. */
export interface OneMachine {
  /** The origin that browsers reach. */
  publicUrl: string;
  sandbox: Sandbox | null;
  demo: Demo | null;
  /** Signs the owner of the demo in to the console, once; null without a demo. */
  signInPath: string | null;
  /** Null if the user configured the token; a generated token is shown. */
  adminToken: { value: string; madeNow: boolean } | null;
  /** Adds a component that a signal stops before all others. */
  addPart: StopList['add'];
}

/** The input of a start. */
interface Start extends Starting {
  variables: Record<string, string | undefined>;
  directory: Awaited<ReturnType<typeof openDataDirectory>>;
  settings: ReturnType<typeof resolveSettings>;
  logger: Logger;
  progress: (line: string) => void;
}

/** Visitors of a public demo see deliveries in the console, not at the receiver. */
const DEMO_RECEIVER_BYTES = 64 * 1024;
const DEMO_WAITS_MS = 30_000;

async function openDatabase(
  environment: Environment,
  directory: string,
  { logger, stops, signal }: Pick<Start, 'logger' | 'stops' | 'signal'>,
  onLaunch: () => void,
): Promise<string> {
  let url = environment.DATABASE_URL;
  if (url) onLaunch();
  else {
    const postgres = await startEmbeddedPostgres({
      dataDir: directory,
      onLaunch,
      log: (line) => logger.debug('postgres.reported', { line }, 'PostgreSQL wrote a line.'),
    });
    stops.add('PostgreSQL', () => postgres.stop());
    url = postgres.socketUrl;
  }
  const applied = await unlessAborted(migrateApart(environment.DATABASE_DIRECT_URL ?? url), signal);
  if (applied.length > 0) logger.info('database.migrated', { migrations: applied }, 'The database was migrated.');
  return url;
}

async function openCarrier({ NATS_URL: url }: Environment, logger: Logger): Promise<Carrier> {
  if (!url) return makeInProcessCarrier();
  const { connectNatsCarrier } = await import('@parley/bus/carriers/nats-carrier');
  return connectNatsCarrier({ url, name: 'parley', logger });
}

async function openSandbox(
  environment: Environment,
  { origin, controlToken }: { origin: string; controlToken: string | null },
  { directory, logger, stops, progress }: Pick<Start, 'directory' | 'logger' | 'stops' | 'progress'>,
): Promise<Sandbox> {
  const { startSandbox } = await import('@parley/sandbox/start-sandbox');
  const sandbox = await startSandbox({
    host: environment.PARLEY_SANDBOX_HOST,
    port: environment.PARLEY_SANDBOX_PORT,
    numbersFromClock: true,
    stateDirectory: directory.sandbox,
    say: progress,
    callbackOrigin: origin,
    publicUrl: environment.PARLEY_SANDBOX_PUBLIC_URL,
    consoleUrls: [origin, environment.PARLEY_PUBLIC_URL],
    // safe: resolveSettings sets them when the sandbox is on
    metaAppId: environment.PARLEY_META_APP_ID ?? '',
    metaAppSecret: environment.PARLEY_META_APP_SECRET ?? '',
    metaVerifyToken: environment.PARLEY_META_VERIFY_TOKEN ?? '',
    instagramAppId: environment.PARLEY_INSTAGRAM_APP_ID ?? '',
    instagramAppSecret: environment.PARLEY_INSTAGRAM_APP_SECRET ?? '',
    tiktokAppId: environment.PARLEY_TIKTOK_APP_ID ?? '',
    tiktokAppSecret: environment.PARLEY_TIKTOK_APP_SECRET ?? '',
    ...(controlToken === null ? {} : { controlToken, receiverBytes: DEMO_RECEIVER_BYTES }),
  });
  stops.add('sandbox', () => sandbox.close());
  logger.debug('sandbox.started', { url: sandbox.url }, 'The sandbox replaces the real providers.');
  return sandbox;
}

/** Starts both children. The demo waits at most 30 s for each; one that ends or is late is still restarted. */
function wakeForDemo(children: Record<ChildName, OnDemandProcess>): DemoChildren {
  const answers = (name: ChildName): Promise<unknown> =>
    waitAtMost(
      children[name].wake().catch(() => {}),
      DEMO_WAITS_MS,
    );
  return { pairing: answers('pairing'), bots: answers('bots') };
}

async function startParts({
  variables,
  directory,
  settings,
  logger,
  stops,
  signal,
  progress,
}: Start): Promise<OneMachine> {
  const { environment, sandbox: withSandbox } = settings;
  await assertPortsFree({ ...environment, PARLEY_SECOND_GATEWAY_PORT: undefined }, { sandbox: withSandbox });
  const tracing = await openTracing(environment, 'parley', logger);
  stops.add('traces', () => tracing.close());
  progress(environment.DATABASE_URL ? 'Opening the database …' : 'Starting PostgreSQL …');
  const origin = localOriginOf(environment);
  const publicUrl = publicUrlOf(environment);
  // Only this process makes control calls to the sandbox of a public demo.
  const controlToken = environment.PARLEY_DEMO ? randomBytes(32).toString('base64url') : null;
  let launched = (): void => {};
  // The rest of the code is loaded while PostgreSQL starts: that takes another processor, and must begin first.
  const isLaunched = new Promise<void>((resolve) => {
    launched = resolve;
  });
  const [url, sandbox] = await allOf([
    openDatabase(environment, directory.postgres, { logger, stops, signal }, launched).finally(launched),
    isLaunched.then(() =>
      withSandbox ? openSandbox(environment, { origin, controlToken }, { directory, logger, stops, progress }) : null,
    ),
    isLaunched.then(preloadServices),
  ]);
  signal.throwIfAborted();
  const stores = openStores({ environment: { ...environment, DATABASE_URL: url }, logger }, 'parley');
  stops.add('database', () => stores.close());

  progress('Starting the services …');
  // A NATS server that cannot be reached is waited for without end.
  const carrier = await unlessAborted(openCarrier(environment, logger), signal);
  stops.add('bus', () => carrier.close());
  const children = startChildren({ variables, environment, url, carrier, logger, ...stores });
  // The demo needs both: they start while the services do.
  const childrenReady = sandbox && controlToken === null ? wakeForDemo(children) : null;
  const metrics = new RegistryWithParts(carrier, CHILD_NAMES);
  collectProcessMetrics(metrics);
  stores.registerMetrics(metrics);
  const metricsExport = await openMetricsExport(environment, { name: 'parley', source: metrics, logger });
  stops.add('metrics', () => metricsExport.close());
  const bus = makeBusClient(carrier, { logger });
  // Mails go to the sandbox's mail server by default, and the sandbox shows them.
  const withMail = { ...environment, PARLEY_SMTP_URL: environment.PARLEY_SMTP_URL ?? sandbox?.smtpUrl };
  const stopServices = startServices({ environment: withMail, ...stores, bus, logger, metrics }, carrier);
  stops.add('services', async () => (await stopServices)());
  // Stopped before the services, which still store what devices received and send bots' replies.
  stops.add('child processes', () => Promise.all(CHILD_NAMES.map((name) => children[name].stop())));
  await stopServices;
  signal.throwIfAborted();
  const publicDemo =
    sandbox && controlToken !== null
      ? await startPublicDemo({ environment, bus, sandbox, controlToken, logger })
      : undefined;
  if (publicDemo) stops.add('public demo', publicDemo.stop);
  const gateway = await startGateway({
    environment,
    carrier,
    logger: logger.child({ service: 'gateway' }),
    metrics,
    ...(publicDemo ? { demo: publicDemo } : {}),
  });
  stops.add('gateway', () => gateway.close());
  signal.throwIfAborted();

  const preparing =
    sandbox && childrenReady
      ? prepareDemo({
          bus,
          directory,
          origin,
          sandbox: sandbox.driver,
          isRestored: sandbox.restored,
          adminToken: environment.PARLEY_ADMIN_TOKEN ?? '',
          publicUrl,
          logger,
          childrenReady,
        }).catch((error: unknown) => {
          // A stop ends the services while the demo is being prepared.
          if (!signal.aborted) logger.warn('demo.prepare-failed', { err: error }, 'The demo could not be prepared.');
          return null;
        })
      : null;
  const prepared = preparing && (await unlessAborted(preparing, signal));
  const demo = prepared?.demo ?? null;
  const ownToken = variables.PARLEY_ADMIN_TOKEN
    ? null
    : { value: directory.secrets.adminToken, madeNow: directory.firstStart };
  const signInPath = prepared?.signInPath ?? null;
  return { publicUrl, sandbox, demo, signInPath, adminToken: ownToken, addPart: stops.add };
}

/**
 * Starts everything on one machine, without other programs (docs/reference/installation.md#commands), and stops it in
 * the reverse order on SIGTERM or SIGINT; null when the signal came during the start. `progress` receives lines for a
 * person.
 */
export async function startOneMachine(
  variables: Record<string, string | undefined>,
  progress: (line: string) => void,
): Promise<OneMachine | null> {
  disablePretenuring();
  const directory = await openDataDirectory(variables.PARLEY_DATA_DIR || '.parley');
  const settings = resolveSettings(variables, directory);
  const logger = makeLogger({ level: settings.environment.LOG_LEVEL, name: 'parley' });
  return startUntilSignal(logger, (starting) =>
    startParts({ ...starting, variables, directory, settings, logger, progress }),
  );
}
