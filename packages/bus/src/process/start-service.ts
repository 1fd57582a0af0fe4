import 'reflect-metadata';
import {
  type ArgumentsHost,
  Catch,
  type DynamicModule,
  type LoggerService,
  type RpcExceptionFilter,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ServiceName } from '@parley/common/define-contract';
import type { Logger } from '@parley/runtime/logger';
import { type Observable, throwError } from 'rxjs';
import type { Carrier } from '../carriers/carrier.ts';
import { BusStrategy } from '../requests/bus-strategy.ts';

export interface ServiceOptions {
  module: DynamicModule;
  name: ServiceName;
  carrier: Carrier;
  logger: Logger;
  /** Name of this worker, for directed contracts: no dots, spaces or wildcards. */
  worker?: string;
}

export interface RunningService {
  /** Stops accepting requests, finishes running ones, and stops its workers. */
  close(): Promise<void>;
}

/** Passes errors through unchanged: the strategy turns them into answers, in one place. */
@Catch()
class PassErrorsOn implements RpcExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** Writes Nest's own log lines to our log. */
const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug('framework.reported', {}, String(message)),
  debug: (message: unknown) => logger.debug('framework.reported', {}, String(message)),
  verbose: (message: unknown) => logger.debug('framework.reported', {}, String(message)),
  warn: (message: unknown) => logger.warn('framework.warned', {}, String(message)),
  error: (message: unknown, ...detail: unknown[]) => logger.error('framework.failed', { detail }, String(message)),
  fatal: (message: unknown, ...detail: unknown[]) => logger.error('framework.failed', { detail }, String(message)),
});

/** Starts one service on a carrier. The service is ready once this resolves. */
export async function startService({ module, name, carrier, logger, worker }: ServiceOptions): Promise<RunningService> {
  const app = await NestFactory.createMicroservice(module, {
    strategy: new BusStrategy({ carrier, logger, worker }),
    logger: nestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new PassErrorsOn());
  await app.listen();
  logger.debug('service.started', { service: name }, 'The service answers.');
  return { close: () => app.close() };
}
