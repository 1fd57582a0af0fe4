import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { type AccountsParts, makeUseCases, USE_CASES } from './compose.ts';
import { ConsoleController } from './console.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class AccountsModule {}

/** The accounts service: tenants, members, keys, credit, audit, erasures. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: AccountsModule,
    controllers: [AccountsController, ConsoleController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
