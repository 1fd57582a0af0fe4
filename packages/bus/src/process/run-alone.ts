import type { DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@parley/common/define-contract';
import { type Environment, parseEnvironment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { type OpenMetricsExport, openMetricsExport } from '@parley/runtime/metrics/open-metrics-export';
import { type OpenTracing, openTracing } from '@parley/runtime/tracing/open-tracing';
import { makeStopList } from '@parley/runtime/turns/stop-in-order';
import { Registry } from 'prom-client';
import { type BusClient, makeBusClient } from '../bus-client.ts';
import type { Carrier } from '../carriers/carrier.ts';
import { processChannel } from '../carriers/channel.ts';
import { makeChannelCarrier } from '../carriers/channel-carrier.ts';
import { makeLogger } from '../logging/logger.ts';
import { disablePretenuring } from './disable-pretenuring.ts';
import { serveHealth } from './health-server.ts';
import { collectProcessMetrics } from './process-metrics.ts';
import { releaseMemory } from './release-memory.ts';
import { startService } from './start-service.ts';

/** The resources that a service gets from its process, which it may share with other services. */
export interface ServiceProcess {
  environment: Environment;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
}

/** The resources that every process of the cluster form starts with. */
export interface ProcessParts extends ServiceProcess {
  carrier: Carrier;
  tracing: OpenTracing;
  metricsExport: OpenMetricsExport;
}

/** A service of a process. */
interface Hosted {
  module: DynamicModule;
  /** The worker's name, if it answers directed contracts. */
  worker?: string;
}

interface Stores {
  /** Whether the services can do their work now. */
  isReady(): Promise<boolean>;
  /** Called after the services have stopped. */
  close(): Promise<void>;
}

interface Hosting extends Stores {
  services: readonly (Hosted & { name: ServiceName })[];
}

const STOP_WITHIN_MS = 30_000;

/** Runs `stop` once on SIGTERM or SIGINT, and ends the process when it is done or takes too long. */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info('process.stop-requested', { signal }, 'Stopping: running requests are finished first.');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('process.stop-failed', { err: error }, 'The stop failed.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Parses the environment; on an error it prints the problem and exits. */
export function readEnvironment(): Environment {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Argument for a child process: it reaches the bus through its parent, and ends when the parent ends. */
export const WITH_PARENT = '--with-parent';
/** The message of such a child to its parent once its service is ready. */
export const READY = 'ready';

const hasParent = (): boolean => process.send !== undefined && process.argv.includes(WITH_PARENT);

/** Subject on which a child process answers with its metrics, for the parent's /metrics. */
export const metricsSubject = (name: string): string => `metrics.${name}`;

async function connectCarrier(name: string, { NATS_URL: url }: Environment, logger: Logger): Promise<Carrier> {
  if (url) {
    const { connectNatsCarrier } = await import('../carriers/nats-carrier.ts');
    return connectNatsCarrier({ url, name, logger });
  }
  if (hasParent()) return makeChannelCarrier(processChannel(process));
  console.error('NATS_URL is not set: a part that runs alone needs the NATS server that all parts share.');
  process.exit(1);
}

/** Connects what every process of the cluster form needs. */
export async function startProcess(name: string): Promise<ProcessParts> {
  disablePretenuring();
  const environment = readEnvironment();
  const logger = makeLogger({ level: environment.LOG_LEVEL, name });
  // When the parent is killed this process exits at once, so that its leases are free for the next start.
  if (hasParent()) {
    process.on('disconnect', () => process.exit(1));
    // The parent was killed before the listener was added.
    if (!process.connected) process.exit(1);
  }
  const tracing = await openTracing(environment, name, logger);
  const carrier = await connectCarrier(name, environment, logger);
  const metrics = new Registry();
  // A prefix distinguishes them from the parent's own metrics.
  collectProcessMetrics(metrics, hasParent() ? `${name.replaceAll('-', '_')}_` : '');
  const metricsExport = await openMetricsExport(environment, { name, source: metrics, logger });
  return { environment, carrier, bus: makeBusClient(carrier, { logger }), logger, metrics, tracing, metricsExport };
}

/** Runs services in this process, under the name of the process. A `main.ts` does nothing else. */
export async function runServices(name: string, build: (parts: ProcessParts) => Promise<Hosting>): Promise<void> {
  const parts = await startProcess(name);
  const { environment, carrier, logger, metrics, tracing, metricsExport } = parts;
  const hosting = await build(parts);
  let answers = false;
  const isReady = async (): Promise<boolean> => answers && carrier.isConnected() && (await hosting.isReady());
  const health =
    environment.PARLEY_HEALTH_PORT === undefined
      ? null
      : serveHealth(environment.PARLEY_HEALTH_PORT, { isReady, metrics });
  const running = await Promise.all(hosting.services.map((service) => startService({ ...service, carrier, logger })));
  answers = true;
  if (hasParent()) {
    carrier.serve(metricsSubject(name), name, () => metrics.metrics());
    await carrier.flush();
    process.send?.(READY);
  }
  const stops = makeStopList((part, err) =>
    logger.error('part.stop-failed', { err, part }, 'A part of the process failed to stop.'),
  );
  stops.add('health', () => health?.close());
  stops.add('traces', () => tracing.close());
  stops.add('bus', () => carrier.close());
  stops.add('stores', () => hosting.close());
  // Some are read from the database.
  stops.add('metrics', () => metricsExport.close());
  stops.add('services', () => Promise.all(running.map((service) => service.close())));
  stopOnSignal(logger, async () => {
    answers = false;
    await stops.run();
  });
  releaseMemory();
}

/** Runs one service as its own process. */
export const runAlone = (name: ServiceName, build: (parts: ProcessParts) => Promise<Hosted & Stores>): Promise<void> =>
  runServices(name, async (parts) => {
    const { isReady, close, ...hosted } = await build(parts);
    return { services: [{ name, ...hosted }], isReady, close };
  });
