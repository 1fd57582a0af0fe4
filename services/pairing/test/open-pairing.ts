import { randomBytes } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { Handles } from '@parley/bus/handles';
import { makeLogger } from '@parley/bus/logging/logger';
import { type RunningService, startService } from '@parley/bus/process/start-service';
import type { CallContext } from '@parley/common/call-context';
import { importDeviceMessages } from '@parley/common/contracts/internal/import-device-messages';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import {
  type DeviceItem,
  type OldDeviceMessage,
  storeDeviceItems,
} from '@parley/common/contracts/internal/store-device-items';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Database } from '@parley/database/connection/connect-database';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import type { Logger } from '@parley/runtime/logger';
import type { DeviceDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { actAsTenant, eventsOfTenant, makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { Registry } from 'prom-client';
import type { LeaseTimes } from '../src/leases/device-lease.rules.ts';
import { makePairingModule } from '../src/pairing.module.ts';
import { openPairingService, type PairingParts, type PairingService } from '../src/service.ts';

/** An item that was forwarded to services/inbound. */
export interface Handed {
  tenantId: number;
  externalId: string;
  item: DeviceItem;
}

/** A message of a test; without an id it gets the next one. */
type GivenMessage = Pick<InputOf<typeof sendDeviceMessage>, 'to'> &
  Partial<Pick<InputOf<typeof sendDeviceMessage>, 'messageId' | 'text' | 'rich' | 'quoted' | 'mentions'>>;

/** People that a device adds to groups in a day. */
export const GROUP_ADDS_PER_DAY = 20;
/** Limit of a tenant's unpaired sessions. */
export const MAX_UNPAIRED = 10;
const silent = makeLogger({ level: process.env.TEST_LOG ?? 'silent', name: 'test' });

/** Stub of services/inbound; it can be unavailable. */
function makeInboundStandIn() {
  const handed: Handed[] = [];
  /** Imported messages, each id once per connection, in the order in which they were stored. */
  const imported: (Pick<Handed, 'tenantId' | 'externalId'> & { message: OldDeviceMessage })[] = [];
  /** Bytes of each call. */
  const calls: number[] = [];
  const state = {
    isAway: false,
    refuses: null as ((item: DeviceItem) => boolean) | null,
    /** Called before a part of a history is stored. */
    beforeImport: null as (() => Promise<void>) | null,
  };
  @Controller()
  class InboundController {
    @Handles(storeDeviceItems)
    async store({ tenantId, externalId, items }: InputOf<typeof storeDeviceItems>) {
      if (state.isAway) throw new AppError('service_unavailable', { retry_after: 1 });
      if (state.refuses && items.some(state.refuses)) throw new AppError('invalid_items');
      calls.push(Buffer.byteLength(JSON.stringify(items)));
      handed.push(...items.map((item) => ({ tenantId, externalId, item })));
      return { stored: items.length };
    }

    @Handles(importDeviceMessages)
    async import({ tenantId, externalId, items }: InputOf<typeof importDeviceMessages>) {
      if (state.isAway) throw new AppError('service_unavailable', { retry_after: 1 });
      await state.beforeImport?.();
      const isStored = (id: string): boolean =>
        imported.some((one) => one.externalId === externalId && one.message.providerMessageId === id);
      const fresh = items.filter(({ providerMessageId }) => !isStored(providerMessageId));
      imported.push(...fresh.map((message) => ({ tenantId, externalId, message })));
      return { stored: fresh.length, isFull: false };
    }
  }
  @Module({ controllers: [InboundController] })
  class InboundModule {}
  return { handed, imported, calls, state, module: { module: InboundModule } };
}

export type OpenPairing = Awaited<ReturnType<typeof openPairing>>;

/** The service with a real database, a real bus and the emulated network; with any number of workers. */
export async function openPairing(
  options: {
    lease?: LeaseTimes;
    keepAliveMs?: number;
    carrier?: Carrier;
    dnsServers?: string;
    networkHost?: string;
    /** Default 127.0.0.0/8. */
    egressAllow?: string;
    /** Default: that of an emulated network, off. */
    pace?: 'gentle' | 'off';
    /** Gets the lines of the log at its lowest level. */
    log?: (line: string) => void;
  } = {},
) {
  const { lease, keepAliveMs } = options;
  const database: TestDatabase = await createTestDatabase();
  const sandbox: Sandbox = await startSandbox({
    metaAppSecret: 'secret',
    metaVerifyToken: 'verify',
    names: options.networkHost === undefined ? [] : [options.networkHost],
  });
  const logger = options.log
    ? makeLogger({ level: 'debug', name: 'test', destination: { write: options.log } })
    : silent;
  const carrier: Carrier = options.carrier ?? makeInProcessCarrier();
  const bus: BusClient = makeBusClient(carrier, { logger });
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const cipher: Cipher = makeCipher(encryptionKeys);
  const inbound = makeInboundStandIn();
  const inboundService = await startService({ name: 'inbound', carrier, logger, module: inbound.module });
  const workers = new Map<string, { service: RunningService; metrics: Registry }>();
  const cut = new Map<string, { service: RunningService; metrics: Registry }>();
  let now = (): Date => new Date();
  let nextMessageId = 1000;

  const partsOf = (worker: string, db: Database, metrics: Registry): PairingParts => ({
    environment: {
      PARLEY_WHATSAPP_WEB_URL: sandbox.whatsappWebUrl.replace('127.0.0.1', options.networkHost ?? '127.0.0.1'),
      PARLEY_WHATSAPP_WEB_ROOT_KEY: SANDBOX_SEED.deviceNetwork.rootKey,
      PARLEY_DNS_SERVERS: options.dnsServers,
      PARLEY_EGRESS_ALLOW: options.egressAllow ?? '127.0.0.0/8',
      PARLEY_PUBLIC_URL: 'https://parley.example',
      PARLEY_PORT: 8080,
      PARLEY_MAX_UNPAIRED_SESSIONS: MAX_UNPAIRED,
      PARLEY_WD_GROUP_ADDS_PER_DAY: GROUP_ADDS_PER_DAY,
      PARLEY_WD_PACE: options.pace,
    },
    database: db,
    cipher,
    bus,
    logger,
    metrics,
    worker,
    now: () => now(),
    ...(lease ? { lease } : {}),
    ...(keepAliveMs === undefined ? {} : { keepAliveMs }),
  });

  async function startWorker(name: string, db: Database = database.db) {
    const metrics = new Registry();
    const module = makePairingModule(partsOf(name, db, metrics));
    const service = await startService({ name: 'pairing', worker: name, carrier, logger, module });
    workers.set(name, { service, metrics });
    return service;
  }

  const services: PairingService[] = [];
  /** The service without workers and without the bus; `changes` replace methods of its log. */
  function openService(changes: Partial<Logger> = {}): PairingService {
    const parts = partsOf(`verbs-${services.length}`, database.db, new Registry());
    const service = openPairingService({ ...parts, logger: { ...logger, ...changes } });
    services.push(service);
    return service;
  }

  /** Starts a worker whose database can be cut off: its statements are never answered from then on. */
  async function startCutWorker(name: string) {
    let isCut = false;
    const never = new Promise<never>(() => {});
    const db: Database = {
      ...database.db,
      query: (statement) => (isCut ? never : database.db.query(statement)),
      transaction: (work) => (isCut ? never : database.db.transaction(work)),
      // safe: the same operations, which are never answered once it is cut off
      prisma: database.db.prisma.$extends({
        query: { $allOperations: ({ args, query }) => (isCut ? never : query(args)) },
      }) as unknown as Database['prisma'],
      prismaTransaction: (work) => (isCut ? never : database.db.prismaTransaction(work)),
    };
    const service = await startWorker(name, db);
    return {
      service,
      cutOff() {
        isCut = true;
        // It cannot be stopped cleanly any more.
        const worker = workers.get(name);
        if (worker) cut.set(name, worker);
        workers.delete(name);
      },
    };
  }

  const network: DeviceDriver = sandbox.driver.devices;

  const act = <C extends Contract>(
    tenant: TestTenant,
    contract: C,
    input: InputOf<C>,
    idempotency?: NonNullable<CallContext['idempotency']>,
  ): Promise<{ output: OutputOf<C>; replayed: boolean }> =>
    actAsTenant(bus, tenant, contract, input, idempotency ? { idempotency } : {});

  const statusOf = async (tenant: TestTenant, token: string) =>
    (await act(tenant, sessionStatus, { sessionToken: token })).output;

  const untilStatus = (tenant: TestTenant, token: string, status: string) =>
    pollUntil(
      async () => {
        const found = await statusOf(tenant, token);
        return found.status === status ? found : null;
      },
      { what: () => `the session to be ${status}` },
    );

  /** Waits until `look` returns a truthy value. */
  const until = <T>(what: string, look: () => Promise<T | null | undefined | false> | T | null | undefined | false) =>
    pollUntil(async () => (await look()) || null, { what: () => what }) as Promise<T>; // safe: what is falsy is waited for

  return {
    database,
    sandbox,
    bus,
    cipher,
    encryptionKeys,
    carrier,
    inbound,
    startWorker,
    openService,
    startCutWorker,
    stopWorker: async (name: string) => {
      await workers.get(name)?.service.close();
      workers.delete(name);
    },
    /** The emulated network: people with phones, and faults of devices. */
    network,
    makeTenant: () => makeTestTenant(database.db),
    act,
    statusOf,
    untilStatus,
    until,
    /** A session that is linked to a phone by QR. */
    async link(tenant: TestTenant, number: string, label = 'Shop', historyDays = 0, proxy?: string) {
      await network.putPhone({ number });
      const { output } = await act(tenant, createSession, { label, historyDays, proxy });
      const { output: shown } = await act(tenant, sessionQr, { sessionToken: output.sessionToken });
      await network.scan(number, shown.qr);
      await untilStatus(tenant, output.sessionToken, 'connected');
      return { token: output.sessionToken, id: String(output.accountId), deviceId: `${number}:1` };
    },
    /** Sends a message from a device; resolves with the network's id of the accepted message. */
    async sendMessage(tenant: TestTenant, device: { id: string }, message: GivenMessage): Promise<string> {
      const input = { tenantId: tenant.id, externalId: device.id, text: '', media: null, ...message };
      const outcome = await bus.call(
        sendDeviceMessage,
        { messageId: String(nextMessageId++), ...input },
        { requestId: 'req_test', deadlineAt: Date.now() + 30_000 },
      );
      if (outcome.outcome !== 'accepted') throw new Error(`The network did not accept it: ${JSON.stringify(outcome)}`);
      return outcome.providerMessageId;
    },
    deviceAt: network.device,
    eventsOf: (tenant: TestTenant) => eventsOfTenant(database.db, tenant),
    setNow(fixed: (() => Date) | null) {
      now = fixed ?? (() => new Date());
    },
    metric: async (worker: string, name: string) =>
      (workers.get(worker) ?? cut.get(worker))?.metrics.getSingleMetricAsString(name),
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers.values()].map(({ service }) => service.close()));
      for (const { presence, egress } of services) {
        await presence.close();
        await egress.close();
      }
      await inboundService.close();
      await sandbox.close();
      await database.drop();
    },
  };
}
