import { type DynamicModule, Module } from '@nestjs/common';
import type { BusClient } from '@parley/bus/bus-client';
import { answerUnavailable } from '@parley/prisma/answer-unavailable';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import { AccountsController } from './accounts.controller.ts';
import { makeRefuseUrl } from './refuse-url.ts';
import { makeUseCases, USE_CASES } from './use-cases.ts';

export interface AccountsParts {
  environment: EgressEnvironment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  now?: () => Date;
}

@Module({})
class AccountsModule {}

/** The accounts service: tenants, keys, credit. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const useCases = makeUseCases({
    database: answerUnavailable(parts.database),
    cipher: parts.cipher,
    bus: parts.bus,
    refuseUrl: makeRefuseUrl(parts.environment),
    now: parts.now ?? (() => new Date()),
  });
  return {
    module: AccountsModule,
    controllers: [AccountsController],
    providers: [{ provide: USE_CASES, useValue: useCases }],
  };
}
