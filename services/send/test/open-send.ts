import { randomBytes } from 'node:crypto';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { parseEnvironment } from '@parley/runtime/environment';
import type { NextFault } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { countWrites } from '@parley/testing/database/count-writes';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { openTcpSwitch, type TcpSwitch } from '@parley/testing/servers/tcp-switch';
import { silentLogger } from '@parley/testing/silent-logger';
import { withoutDuties } from '@parley/testing/without-duties';
import { Registry } from 'prom-client';
import { dropOldKeys } from '../src/interrupted/drop-old-keys.ts';
import { sweepInterruptedSends } from '../src/interrupted/sweep-interrupted-sends.ts';
import { makeSendModule } from '../src/send.module.ts';
import { openSendService, type SendService } from '../src/service.ts';
import { type ChannelHealth, makeHealthModule } from './stand-in-channel-health.ts';
import { makeTemplatesModule } from './stand-in-templates.ts';
import { makeUploadsModule, type TestUpload } from './stand-in-uploads.ts';
import { makeTestAccounts } from './test-accounts.ts';
import { makeTenants, type TestTenant } from './test-tenant.ts';

export interface OpenSend extends AsyncDisposable {
  database: TestDatabase;
  databaseSwitch: TcpSwitch;
  sandbox: Sandbox;
  bus: BusClient;
  addTenant(given?: { balance?: number }): Promise<TestTenant>;
  /** An account of fb, ig or tt, with its credentials. */
  addAccount(given: {
    tenantId: number;
    channel: 'fb' | 'ig' | 'tt';
    externalId: string;
    credentials: Record<string, string>;
  }): Promise<number>;
  setCredentials(accountId: number, credentials: Record<string, string>): Promise<void>;
  /** Starts a stand-in for services/channel-connect. */
  startChannelHealth(answers: ChannelHealth): Promise<void>;
  /** Starts a stand-in for the template lists of services/channel-connect. */
  startTemplates(categoryOf: Parameters<typeof makeTemplatesModule>[0]): Promise<void>;
  /** Starts a stand-in for services/files with these files. */
  startUploads(uploads: ReadonlyMap<string, TestUpload>): Promise<void>;
  addWaAccount(tenantId: number, externalId: string, name: string, number: string): Promise<number>;
  /** Adds a fault of the provider. */
  fault(given: NextFault): Promise<string>;
  /** Texts that the providers accepted, by channel and addressee. */
  accepted(to: string): Promise<{ text: string | null; method: string; body: unknown; callback_data: string | null }[]>;
  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** The service without its workers, on connections of its own, and the number of their writes so far. */
  openService(): { service: SendService; writes: () => number };
  /** Runs one sweep at this time. */
  sweepAt(now: Date): Promise<{ interrupted: number; ended: number }>;
  /** Another worker of the service on the same database, with its clock at this moment and without duties. */
  otherWorker(now: Date): SendService;
  setNow(now: Date | null): void;
  restart(): Promise<void>;
}

export interface OpenSendOptions {
  /** Whether the duties of the service run; default true. A test that runs one at today's time would compete with them. */
  hasDuties?: boolean;
}

export async function openSend(
  variables: Record<string, string> = {},
  { hasDuties = true }: OpenSendOptions = {},
): Promise<OpenSend> {
  const database = await createTestDatabase();
  const address = new URL(database.url);
  const databaseSwitch = await openTcpSwitch({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseSwitch.port);
  const serviceDatabase = connectDatabase({ url: address.href });
  const sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify', receipts: 'off' });
  const { driver } = sandbox;
  await driver.changeSettings({ window: 'off' });
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  let fixed: Date | null = null;
  const environment = parseEnvironment({
    PARLEY_PUBLIC_URL: 'https://parley.example',
    PARLEY_GRAPH_URL: sandbox.url,
    PARLEY_TELEGRAM_URL: sandbox.url,
    PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    PARLEY_PROVIDER_TIMEOUT_MS: '2000',
    ...variables,
  });
  const parts = { environment, database: serviceDatabase, cipher, bus, logger: silentLogger };
  const start = () => {
    const module = makeSendModule({ ...parts, metrics: new Registry(), now: () => fixed ?? new Date() });
    return startService({
      name: 'send',
      carrier,
      logger: silentLogger,
      module: hasDuties ? module : withoutDuties(module),
    });
  };
  let service = await start();

  const accounts = makeTestAccounts(database, cipher, driver);
  const { rows, encrypted, addAccount, addNumber } = accounts;
  const addTenant = makeTenants(accounts, bus, driver);
  const others: SendService[] = [];
  const neighbours: { close(): Promise<void> }[] = [];
  const closers: (() => Promise<void>)[] = [];
  return {
    addAccount: ({ tenantId, channel, externalId, credentials }) =>
      addAccount(tenantId, channel, externalId, `${channel} shop`, null, credentials),
    async setCredentials(accountId, credentials) {
      await rows('UPDATE channel_accounts SET credentials = $2 WHERE id = $1', accountId, encrypted(credentials));
    },
    async startChannelHealth(answers) {
      const module = makeHealthModule(answers);
      neighbours.push(await startService({ name: 'channel-connect', carrier, logger: silentLogger, module }));
    },
    async startTemplates(categoryOf) {
      const module = makeTemplatesModule(categoryOf);
      neighbours.push(await startService({ name: 'channel-connect', carrier, logger: silentLogger, module }));
    },
    async startUploads(uploads) {
      const module = makeUploadsModule(uploads);
      neighbours.push(await startService({ name: 'files', carrier, logger: silentLogger, module }));
    },
    database,
    databaseSwitch,
    sandbox,
    bus,
    addTenant,
    async addWaAccount(tenantId, externalId, name, number) {
      await addNumber(externalId, number.slice(1));
      return addAccount(tenantId, 'wa', externalId, name, number, SANDBOX_SEED.whatsapp.token);
    },
    fault: driver.failNext,
    accepted: async (to) => (await driver.calls({ to })).sends,
    rows,
    openService() {
      const own = connectDatabase({ url: database.url });
      const writes = countWrites(own);
      const service = openSendService({ ...parts, database: own, metrics: new Registry() });
      closers.push(() => service.egress.close().then(() => own.close()));
      return { service, writes };
    },
    async sweepAt(now) {
      const sweeper = openSendService({ ...parts, metrics: new Registry(), now: () => now });
      const swept = await sweepInterruptedSends(sweeper);
      await dropOldKeys(sweeper);
      await sweeper.egress.close();
      return swept;
    },
    otherWorker(now) {
      const other = openSendService({ ...parts, metrics: new Registry(), now: () => now });
      others.push(other);
      return other;
    },
    setNow: (now) => {
      fixed = now;
    },
    async restart() {
      await service.close();
      service = await start();
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      for (const { egress } of others) await egress.close();
      for (const neighbour of neighbours) await neighbour.close();
      for (const close of closers) await close();
      await carrier.close();
      await serviceDatabase.close();
      await databaseSwitch[Symbol.asyncDispose]();
      await sandbox.close();
      await database.drop();
    },
  };
}
