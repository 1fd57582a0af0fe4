import type { DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@parley/common/define-contract';
import { type Environment, parseEnvironment } from '@parley/common/environment';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type BusClient, makeBusClient } from './bus-client.ts';
import type { Carrier } from './carrier.ts';
import { processChannel } from './channel.ts';
import { makeChannelCarrier } from './channel-carrier.ts';
import { serveHealth } from './health-server.ts';
import { makeLogger } from './logger.ts';
import { connectNatsCarrier } from './nats-carrier.ts';
import { collectProcessMetrics } from './process-metrics.ts';
import { startService } from './start-service.ts';

/** What a process of its own starts with. */
export interface ProcessParts {
  environment: Environment;
  carrier: Carrier;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
}

interface Alone {
  module: DynamicModule;
  /** The worker's name, where it answers directed contracts. */
  worker?: string;
  /** Whether the service can do its work now. */
  isReady(): Promise<boolean>;
  /** After the service has stopped. */
  close(): Promise<void>;
}

const STOP_WITHIN_MS = 30_000;

/** Runs `stop` once on SIGTERM or SIGINT, and ends the process when it is done or takes too long. */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'Stopping: finishing what runs.');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The stop failed.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Reads the environment, or says in plain lines what is wrong with it and ends the process. */
export function readEnvironment(): Environment {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Argument of a program whose parent process forked it: it reaches the bus through its parent, and ends with it. */
export const WITH_PARENT = '--with-parent';
/** What such a program says to its parent once its service answers. */
export const READY = 'ready';

const hasParent = (): boolean => process.send !== undefined && process.argv.includes(WITH_PARENT);

/** Subject that a part whose parent serves /metrics tells its own on. */
export const metricsSubject = (name: string): string => `metrics.${name}`;

async function connectCarrier(name: string, { NATS_URL: url }: Environment, logger: Logger): Promise<Carrier> {
  if (url) return connectNatsCarrier({ url, name, logger });
  if (hasParent()) return makeChannelCarrier(processChannel(process));
  console.error('NATS_URL: a part that runs alone needs the NATS server that it shares with the others.');
  process.exit(1);
}

/** Connects what every process of the cluster form needs. */
export async function startProcess(name: string): Promise<ProcessParts> {
  const environment = readEnvironment();
  const logger = makeLogger({ level: environment.LOG_LEVEL, name });
  // A parent that was killed starts no drain: what this process holds must be free for the next start.
  if (hasParent()) {
    process.on('disconnect', () => process.exit(1));
    // It was killed before anybody here could hear of it.
    if (!process.connected) process.exit(1);
  }
  const carrier = await connectCarrier(name, environment, logger);
  const metrics = new Registry();
  // Beside the parent's own they need names of their own.
  collectProcessMetrics(metrics, hasParent() ? `${name.replaceAll('-', '_')}_` : '');
  return { environment, carrier, bus: makeBusClient(carrier, { logger }), logger, metrics };
}

/** Runs one service as a process of its own: the whole of its `main.ts`. */
export async function runAlone(name: ServiceName, build: (parts: ProcessParts) => Promise<Alone>): Promise<void> {
  const parts = await startProcess(name);
  const { environment, carrier, logger, metrics } = parts;
  const alone = await build(parts);
  let answers = false;
  const isReady = async (): Promise<boolean> => answers && carrier.isConnected() && (await alone.isReady());
  const health =
    environment.PARLEY_HEALTH_PORT === undefined
      ? null
      : serveHealth(environment.PARLEY_HEALTH_PORT, { isReady, metrics });
  const service = await startService({
    module: alone.module,
    name,
    carrier,
    logger,
    ...(alone.worker === undefined ? {} : { worker: alone.worker }),
  });
  answers = true;
  if (hasParent()) {
    carrier.serve(metricsSubject(name), name, () => metrics.metrics());
    await carrier.flush();
    process.send?.(READY);
  }
  stopOnSignal(logger, async () => {
    answers = false;
    await service.close();
    await alone.close();
    await carrier.close();
    health?.close();
  });
}
