import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { BusClient } from '@parley/bus/bus-client';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Logger } from 'pino';
import { AccountsController } from './accounts.controller.ts';
import { makeUseCases, USE_CASES } from './compose.ts';
import { makeRefuseUrl } from './refuse-url.ts';

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

/** An erasure that another process was asked for, and that died since, begins so late at most; one asked for here begins at once. */
const ERASURES_EVERY_MS = 5000;
/** What is due and was not to be had is in another worker's hands. */
const ERASURES_AGAIN_MS = 1000;

/** The accounts service: tenants, keys, credit. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const { now = () => new Date() } = parts;
  const useCases = makeUseCases({
    database: mapDatabaseErrorsWithPrisma(parts.database),
    cipher: parts.cipher,
    bus: parts.bus,
    refuseUrl: makeRefuseUrl(parts.environment),
    onErasureFailure: ({ id, what, step }, error) =>
      parts.logger.warn({ erasure_id: id, what, step, err: error }, 'A step of an erasure failed; it is tried again.'),
    now,
  });
  const erasing = {
    name: 'erasures',
    everyMs: ERASURES_EVERY_MS,
    run: makeRunWhenDue({
      findDue: useCases.findDueErasure,
      run: useCases.runErasures,
      now,
      againMs: ERASURES_AGAIN_MS,
    }),
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
