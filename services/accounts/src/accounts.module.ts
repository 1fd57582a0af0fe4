import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { ConsoleController } from './console.controller.ts';
import { type AccountsParts, openAccountsService, SERVICE } from './service.ts';
import { SignInController } from './sign-in.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class AccountsModule {}

/** The accounts service: tenants, members, keys, credit, audit, erasures. Wiring only. */
export function makeAccountsModule(parts: AccountsParts): DynamicModule {
  const service = openAccountsService(parts);
  return {
    module: AccountsModule,
    controllers: [AccountsController, ConsoleController, SignInController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
