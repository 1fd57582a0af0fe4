import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carrier';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { makeLogger } from '@parley/bus/logger';
import { connectNatsCarrier } from '@parley/bus/nats-carrier';
import type { Environment } from '@parley/common/environment';
import { startGateway } from '@parley/gateway/start-gateway';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { migrate } from '@parley/prisma/migrate';
import { openStores } from '@parley/prisma/open-stores';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { openDataDirectory } from './data-directory.ts';
import { type Demo, prepareDemo } from './prepare-demo.ts';
import { resolveSettings } from './resolve-settings.ts';
import { startServices } from './start-services.ts';
import { makeStopList, type StopList } from './stop-in-order.ts';

/** Parley in one process. */
export interface OneMachine {
  origin: string;
  sandbox: Sandbox | null;
  demo: Demo | null;
  /** Where the token came from decides whether it is shown. */
  adminToken: { value: string; madeNow: boolean } | null;
  logger: Logger;
  /** Drains and stops every part in the reverse order of starting. */
  stop(): Promise<void>;
}

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
      log: (line) => logger.debug({ postgres: line }, 'PostgreSQL'),
    });
    stops.add('PostgreSQL', () => postgres.stop());
    url = postgres.url;
  }
  const applied = await migrate(url);
  if (applied.length > 0) logger.info({ migrations: applied }, 'The database was brought up to date.');
  return url;
}

async function openCarrier({ NATS_URL: url }: Environment, logger: Logger): Promise<Carrier> {
  return url ? connectNatsCarrier({ url, name: 'parley', logger }) : makeInProcessCarrier();
}

async function openSandbox(
  environment: Environment,
  origin: string,
  logger: Logger,
  stops: StopList,
): Promise<Sandbox> {
  const sandbox = await startSandbox({
    port: environment.PARLEY_SANDBOX_PORT,
    callbackOrigin: origin,
    // safe: resolveSettings sets them when the sandbox is on
    metaAppId: environment.PARLEY_META_APP_ID ?? '',
    metaAppSecret: environment.PARLEY_META_APP_SECRET ?? '',
    metaVerifyToken: environment.PARLEY_META_VERIFY_TOKEN ?? '',
    tiktokAppId: environment.PARLEY_TIKTOK_APP_ID ?? '',
    tiktokAppSecret: environment.PARLEY_TIKTOK_APP_SECRET ?? '',
  });
  stops.add('sandbox', () => sandbox.close());
  logger.debug({ url: sandbox.url }, 'The sandbox stands in for the providers.');
  return sandbox;
}

/** Starts everything on one machine: nothing else is needed (operator.md, Commands). `progress` tells a person what goes on. */
export async function startOneMachine(
  variables: Record<string, string | undefined>,
  progress: (line: string) => void,
): Promise<OneMachine> {
  const directory = await openDataDirectory(variables.PARLEY_DATA_DIR || '.parley');
  const { environment, sandbox: withSandbox } = resolveSettings(variables, directory);
  const logger = makeLogger({ level: environment.LOG_LEVEL, name: 'parley' });
  const stops = makeStopList((name, error) => logger.error({ err: error }, `${name} did not stop in order.`));
  try {
    progress(environment.DATABASE_URL ? 'Opening the database …' : 'Starting PostgreSQL …');
    const url = await openDatabase(environment, directory.postgres, logger, stops);
    const stores = openStores({ environment: { ...environment, DATABASE_URL: url }, logger }, 'parley');
    stops.add('database', () => stores.close());

    progress('Starting the services …');
    const origin = `http://${environment.PARLEY_HOST.includes(':') ? `[${environment.PARLEY_HOST}]` : environment.PARLEY_HOST}:${environment.PARLEY_PORT}`;
    const sandbox = withSandbox ? await openSandbox(environment, origin, logger, stops) : null;
    const carrier = await openCarrier(environment, logger);
    stops.add('bus', () => carrier.close());
    const metrics = new Registry();
    collectDefaultMetrics({ register: metrics });
    const bus = makeBusClient(carrier, { logger });
    stops.add('services', await startServices({ environment, ...stores, bus, logger, metrics }, carrier));
    const gateway = await startGateway({ environment, carrier, logger: logger.child({ service: 'gateway' }), metrics });
    stops.add('gateway', () => gateway.close());

    const demo = sandbox
      ? await prepareDemo({
          directory,
          origin,
          sandboxUrl: sandbox.url,
          adminToken: environment.PARLEY_ADMIN_TOKEN ?? '',
        })
      : null;
    const ownToken = variables.PARLEY_ADMIN_TOKEN
      ? null
      : { value: directory.secrets.adminToken, madeNow: directory.firstStart };
    return { origin, sandbox, demo, adminToken: ownToken, logger, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}
