import { randomBytes } from 'node:crypto';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import type { CallContext } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { openCredentials, sealCredentials } from '@parley/messaging/accounts/credentials';
import type { ChannelAccount } from '@parley/prisma/client';
import type { SandboxDriver, ShownBot } from '@parley/sandbox/driver/sandbox-driver';
import { INSTAGRAM_PATH, SANDBOX_SEED } from '@parley/sandbox/seed';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { actAsTenant, eventsOfTenant, makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { silentLogger } from '@parley/testing/silent-logger';
import { withoutDuties } from '@parley/testing/without-duties';
import { makeChannelConnectModule } from '../src/channel-connect.module.ts';
import { type ChannelConnectParts, type ChannelConnectService, openChannelConnectService } from '../src/service.ts';

export const PUBLIC_URL = 'https://parley.example';
export const META_APP_ID = 'demo-meta-app';
/** Shorter than in operation, because tests wait for it. */
const PROVIDER_TIMEOUT_MS = 2000;

/** The service running over a real database, a real bus and the emulated providers. */
export interface OpenChannelConnect extends AsyncDisposable {
  database: TestDatabase;
  /** The service in another process, without workers. */
  otherProcess: ChannelConnectService;
  carrier: Carrier;
  sandbox: Sandbox;
  /** The driver of the emulated providers. */
  driver: SandboxDriver;
  bus: BusClient;
  cipher: Cipher;
  /** A tenant with a key for every channel and every event. */
  makeTenant(): Promise<TestTenant>;
  /** Calls with a tenant's key, like the gateway. */
  act<C extends Contract>(
    tenant: TestTenant,
    contract: C,
    input: InputOf<C>,
    idempotency?: NonNullable<CallContext['idempotency']>,
  ): Promise<{ output: OutputOf<C>; replayed: boolean }>;
  /** Calls like the operator API. */
  operate<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /** A bot of the sandbox; `look` reads its current state there. */
  makeBot(username?: string): Promise<{ id: string; token: string; look(): Promise<ShownBot> }>;
  /** Events of a tenant in the order of writing. */
  eventsOf(tenant: TestTenant): Promise<{ type: string; data: Record<string, unknown> }[]>;
  /** Every tenant's row of an account, by the provider's id. */
  accountsAt(channel: Channel, externalId: string): Promise<ChannelAccount[]>;
  /** An account's decrypted credentials. */
  openCredentials(stored: string | undefined): Record<string, unknown>;
  /** Encrypts credentials for storage. */
  sealCredentials(credentials: Record<string, string>): string;
  /** Sets the clock; null starts it. */
  setNow(now: Date | null): void;
}

export async function openChannelConnect({
  variables,
  startsAt = null,
  hasDuties = true,
  ...clients
}: Partial<Pick<ChannelConnectParts, 'pages' | 'tiktok'>> & {
  variables?: Partial<ChannelConnectParts['environment']>;
  /** The fixed clock of the start: a duty that began with a later one would delete links of an earlier day. */
  startsAt?: Date | null;
  /** Whether the duties of the service run; default true. A test that runs one itself would compete with them. */
  hasDuties?: boolean;
} = {}): Promise<OpenChannelConnect> {
  const database = await createTestDatabase();
  const sandbox = await startSandbox({
    metaAppSecret: 'secret',
    metaVerifyToken: 'verify',
    callbackOrigin: PUBLIC_URL,
  });
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  let now = (): Date => startsAt ?? new Date();
  let nextBotId = 7_000_000_001;
  const parts: ChannelConnectParts = {
    environment: {
      PARLEY_PORT: 8080,
      PARLEY_PUBLIC_URL: PUBLIC_URL,
      PARLEY_GRAPH_URL: sandbox.url,
      PARLEY_META_GRAPH_VERSION: 'v23.0',
      PARLEY_META_APP_ID: META_APP_ID,
      PARLEY_META_APP_SECRET: 'secret',
      PARLEY_META_DIALOG_URL: sandbox.url,
      PARLEY_META_SIGNUP_CONFIG_ID: '1000000000000001',
      PARLEY_META_SIGNUP_EXTRAS: '{"setup":{}}',
      PARLEY_META_COEXISTENCE_EXTRAS: '{"setup":{}}',
      PARLEY_META_SDK_URL: `${sandbox.url}/en_US/sdk.js`,
      PARLEY_TELEGRAM_URL: sandbox.url,
      PARLEY_INSTAGRAM_GRAPH_URL: `${sandbox.url}${INSTAGRAM_PATH}`,
      PARLEY_INSTAGRAM_OAUTH_URL: `${sandbox.url}${INSTAGRAM_PATH}`,
      PARLEY_INSTAGRAM_DIALOG_URL: `${sandbox.url}${INSTAGRAM_PATH}`,
      PARLEY_INSTAGRAM_APP_ID: SANDBOX_SEED.instagramApp.id,
      PARLEY_INSTAGRAM_APP_SECRET: SANDBOX_SEED.instagramApp.secret,
      PARLEY_TIKTOK_URL: sandbox.url,
      PARLEY_TIKTOK_DIALOG_URL: sandbox.url,
      PARLEY_TIKTOK_APP_ID: 'demo-tiktok-app',
      PARLEY_TIKTOK_APP_SECRET: 'sandbox-tiktok-secret',
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
      PARLEY_PROVIDER_TIMEOUT_MS: PROVIDER_TIMEOUT_MS,
      ...variables,
    },
    database: database.db,
    cipher,
    bus,
    logger: silentLogger,
    now: () => now(),
    ...clients,
  };
  const module = makeChannelConnectModule(parts);
  const running = await startService({
    name: 'channel-connect',
    carrier,
    logger: silentLogger,
    module: hasDuties ? module : withoutDuties(module),
  });
  const { driver } = sandbox;
  return {
    database,
    otherProcess: openChannelConnectService(parts),
    carrier,
    sandbox,
    bus,
    cipher,
    makeTenant: () => makeTestTenant(database.db),
    act: (tenant, contract, input, idempotency) =>
      actAsTenant(bus, tenant, contract, input, idempotency ? { idempotency } : {}),
    operate: (contract, input) => bus.call(contract, input, { requestId: 'req_test' }),
    driver,
    async makeBot(username = 'shop_bot') {
      const id = String(nextBotId++);
      const token = `${id}:${'A'.repeat(35)}`;
      await driver.telegram.putBot({ token, username });
      return { id, token, look: () => driver.telegram.bot(id) };
    },
    eventsOf: (tenant) => eventsOfTenant(database.db, tenant),
    accountsAt: (channel, externalId) => database.db.prisma.channelAccount.findMany({ where: { channel, externalId } }),
    openCredentials: (stored = '') => openCredentials(cipher, stored),
    sealCredentials: (credentials) => sealCredentials(cipher, credentials),
    setNow: (fixed) => {
      now = () => fixed ?? new Date();
    },
    async [Symbol.asyncDispose]() {
      await running.close();
      await carrier.close();
      await sandbox.close();
      await database.drop();
    },
  };
}
