import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { BusClient } from '@parley/bus/bus-client';
import { answerUnavailableWithPrisma } from '@parley/database/answer-unavailable';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Logger } from 'pino';
import { AccountsController } from './accounts.controller.ts';
import { makeRefuseUrl } from './refuse-url.ts';
import { makeUseCases, USE_CASES } from './use-cases.ts';

export interface AccountsParts {
  environment: EgressEnvironment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

@Module({})
class AccountsModule {}

const ERASURES_EVERY_MS = 1000;

/** The accounts service: tenants, keys, credit. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const useCases = makeUseCases({
    database: answerUnavailableWithPrisma(parts.database),
    cipher: parts.cipher,
    bus: parts.bus,
    refuseUrl: makeRefuseUrl(parts.environment),
    onErasureFailure: ({ id, what, step }, error) =>
      parts.logger.warn({ erasure_id: id, what, step, err: error }, 'A step of an erasure failed; it is tried again.'),
    now: parts.now ?? (() => new Date()),
  });
  const erasing = {
    name: 'erasures',
    everyMs: ERASURES_EVERY_MS,
    run: useCases.runErasures,
    onWake: useCases.onErasuresDue,
  };
  return {
    module: AccountsModule,
    controllers: [AccountsController],
    providers: [
      { provide: USE_CASES, useValue: useCases },
      { provide: BackgroundWorker, useValue: new BackgroundWorker([erasing], parts.logger) },
    ],
  };
}
