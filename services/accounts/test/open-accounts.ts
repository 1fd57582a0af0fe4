import { randomBytes } from 'node:crypto';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { silentLogger } from '@parley/testing/silent-logger';
import { withoutDuties } from '@parley/testing/without-duties';
import { makeAccountsModule } from '../src/accounts.module.ts';
import { type AccountsEnvironment, type AccountsService, openAccountsService } from '../src/service.ts';

/** The service running over a real database and a real bus. */
export interface OpenAccounts extends AsyncDisposable {
  database: TestDatabase;
  /** Lets a test call verbs itself: on the database, bus and clock of the running service. */
  service: AccountsService;
  bus: BusClient;
  /** Carries the answers of other services. */
  carrier: Carrier;
  cipher: Cipher;
  /** Calls like the gateway. */
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  setNow(now: Date): void;
}

export type AccountsVariables = Partial<AccountsEnvironment>;

export interface OpenAccountsOptions {
  /** Whether the duties of the service run; default true. A test that runs one itself would compete with them. */
  hasDuties?: boolean;
}

export async function openAccounts(
  variables: AccountsVariables = {},
  { hasDuties = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const database = await createTestDatabase();
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  let now = (): Date => new Date();
  const environment = {
    PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    PARLEY_PORT: 8080,
    PARLEY_PUBLIC_URL: undefined,
    ...variables,
  };
  const parts = { environment, database: database.db, cipher, bus, logger: silentLogger, now: () => now() };
  const module = makeAccountsModule(parts);
  const running = await startService({
    name: 'accounts',
    carrier,
    logger: silentLogger,
    module: hasDuties ? module : withoutDuties(module),
  });
  return {
    database,
    service: openAccountsService(parts),
    bus,
    carrier,
    cipher,
    call: (contract, input) => bus.call(contract, input, { requestId: 'req_test' }),
    setNow: (fixed) => {
      now = () => fixed;
    },
    async [Symbol.asyncDispose]() {
      await running.close();
      await carrier.close();
      await database.drop();
    },
  };
}
