import { randomBytes } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { Handles } from '@parley/bus/handles';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import { startService } from '@parley/bus/process/start-service';
import {
  refreshChannelToken,
  reportBrokenChannel,
  reportBusinessAccount,
  reportTemplate,
} from '@parley/common/contracts/internal/channel-health';
import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { makeFilesModule } from '@parley/files/files.module';
import { makeInboxModule } from '@parley/inbox/inbox.module';
import { signHub } from '@parley/providers/graph/signature';
import { signTiktok } from '@parley/providers/tiktok/tiktok-signature';
import { type Environment, parseEnvironment } from '@parley/runtime/environment';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { openTcpSwitch, type TcpSwitch } from '@parley/testing/servers/tcp-switch';
import { silentLogger } from '@parley/testing/silent-logger';
import { withoutDuties } from '@parley/testing/without-duties';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { makeInboundModule } from '../src/inbound.module.ts';
import { BOT, BOT_SECRET, makeSeeds, NUMBER, type Seeds } from './seed-database.ts';

export const APP_SECRET = 'meta-app-secret';
export const TIKTOK_SECRET = 'tiktok-app-secret';

/** Stubs of services/comments and services/channel-connect. */
export interface Neighbours {
  storeComments(input: InputOf<typeof storeComments>): Promise<void>;
  /** The changes to refuse because of their content. */
  refusedOf(input: InputOf<typeof storeComments>): { index: number; reason: string }[];
  restoreStanza(input: InputOf<typeof restoreStanza>): Promise<void>;
  reportBroken(input: InputOf<typeof reportBrokenChannel>): Promise<void>;
  refresh(input: InputOf<typeof refreshChannelToken>): Promise<void>;
  reportBusiness(input: InputOf<typeof reportBusinessAccount>): Promise<void>;
  reportTemplate(input: InputOf<typeof reportTemplate>): Promise<void>;
}

function makeNeighbours(answers: Neighbours) {
  @Controller()
  class CommentsController {
    @Handles(storeComments)
    async storeComments(input: InputOf<typeof storeComments>) {
      await answers.storeComments(input);
      const refused = answers.refusedOf(input);
      return { stored: input.changes.length - refused.length, unknown: 0, refused };
    }
  }
  @Controller()
  class HealthController {
    @Handles(reportBrokenChannel)
    async reportBroken(input: InputOf<typeof reportBrokenChannel>) {
      await answers.reportBroken(input);
      return { disconnected: true };
    }

    @Handles(reportBusinessAccount)
    async reportBusiness(input: InputOf<typeof reportBusinessAccount>) {
      await answers.reportBusiness(input);
      return { changed: 0 };
    }

    @Handles(reportTemplate)
    async reportTemplate(input: InputOf<typeof reportTemplate>) {
      await answers.reportTemplate(input);
      return { reported: 0 };
    }

    @Handles(refreshChannelToken)
    async refresh(input: InputOf<typeof refreshChannelToken>) {
      await answers.refresh(input);
      return { refreshed: true };
    }
  }
  @Controller()
  class PairingController {
    @Handles(restoreStanza)
    async restoreStanza(input: InputOf<typeof restoreStanza>) {
      await answers.restoreStanza(input);
      return { restored: true as const };
    }
  }
  return {
    pairing: { module: class PairingModule {}, controllers: [PairingController] },
    comments: { module: class CommentsModule {}, controllers: [CommentsController] },
    health: { module: class HealthModule {}, controllers: [HealthController] },
  };
}

/** One running replica of the service, and of inbox and files, with its own bus. */
export interface Replica {
  bus: BusClient;
  metrics: Registry;
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /** A signed webhook of Meta, for any of its products. */
  receiveMeta(body: unknown): Promise<{ items: number }>;
  /** A text is sent unchanged. */
  receiveTg(update: unknown, bot?: string): Promise<{ items: number }>;
  /** A signed webhook of TikTok; a text is sent unchanged. */
  receiveTt(body: unknown): Promise<{ items: number }>;
  /** Answers the calls to other services from now on. */
  startNeighbours(answers: Partial<Neighbours>): Promise<void>;
  close(): Promise<void>;
}

/** The service with inbox, files, a real database and a real bus, with a tenant that has a number and a bot. */
export interface OpenInbound extends Replica, Seeds {
  database: TestDatabase;
  cipher: Cipher;
  tenantId: number;
  /** The relay between the service and its database, if the test requested one. */
  databaseSwitch: TcpSwitch | null;
  /** Another replica of the service on the same database; closed with this one. */
  startReplica(): Promise<Replica>;
  setNow(now: Date | null): void;
  /** The parts of another replica without workers, for a test that calls verbs. */
  makeParts(changed?: Record<string, string>): ServiceProcess & ReplicaParts;
}

export interface OpenOptions {
  /** Base address of both providers; none by default. */
  providerUrl?: string;
  variables?: Record<string, string>;
  /** Whether the service reaches its database through a switch. */
  behindSwitch?: boolean;
  /** Whether services/files runs, with its workers; default true. */
  hasFiles?: boolean;
  /** Whether the duties of services/inbox run; default true. A test that runs one itself would compete with them. */
  hasInboxDuties?: boolean;
}

interface ReplicaParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  now(): Date;
}

type ReplicaOptions = Required<Pick<OpenOptions, 'hasFiles' | 'hasInboxDuties'>>;

async function startReplica(parts: ReplicaParts, { hasFiles, hasInboxDuties }: ReplicaOptions): Promise<Replica> {
  const carrier = makeInProcessCarrier();
  const logger = silentLogger;
  const bus = makeBusClient(carrier, { logger });
  const metrics = new Registry();
  const shared = { ...parts, bus, logger };
  const inbox = makeInboxModule(shared);
  const services = await Promise.all([
    startService({ name: 'inbound', carrier, logger, module: makeInboundModule({ ...shared, metrics }) }),
    startService({ name: 'inbox', carrier, logger, module: hasInboxDuties ? inbox : withoutDuties(inbox) }),
    ...(hasFiles
      ? [
          startService({
            name: 'files',
            carrier,
            logger,
            module: makeFilesModule({ ...shared, metrics: new Registry() }),
          }),
        ]
      : []),
  ]);
  const context = { requestId: 'req_test' };
  const neighbours: { close(): Promise<void> }[] = [];
  return {
    bus,
    metrics,
    call: (contract, input) => bus.call(contract, input, context),
    receiveMeta(body) {
      const raw = JSON.stringify(body);
      const signature = signHub(Buffer.from(raw), APP_SECRET);
      return bus.call(receiveCallback, { provider: 'meta', account: null, raw, signature }, context);
    },
    receiveTg(update, bot = BOT) {
      const raw = typeof update === 'string' ? update : JSON.stringify(update);
      return bus.call(receiveCallback, { provider: 'telegram', account: bot, raw, signature: BOT_SECRET }, context);
    },
    receiveTt(body) {
      const raw = typeof body === 'string' ? body : JSON.stringify(body);
      const signature = signTiktok(raw, TIKTOK_SECRET, Math.floor(parts.now().getTime() / 1000));
      return bus.call(receiveCallback, { provider: 'tiktok', account: null, raw, signature }, context);
    },
    async startNeighbours(answers) {
      const silent = async (): Promise<void> => {};
      const { comments, health, pairing } = makeNeighbours({
        storeComments: silent,
        reportBroken: silent,
        refresh: silent,
        reportBusiness: silent,
        reportTemplate: silent,
        restoreStanza: silent,
        refusedOf: () => [],
        ...answers,
      });
      neighbours.push(await startService({ name: 'comments', carrier, logger, module: comments }));
      neighbours.push(await startService({ name: 'pairing', carrier, logger, module: pairing }));
      neighbours.push(await startService({ name: 'channel-connect', carrier, logger, module: health }));
    },
    async close() {
      await Promise.all(services.map((service) => service.close()));
      for (const neighbour of neighbours) await neighbour.close();
      await carrier.close();
    },
  };
}

async function openSwitch(url: string): Promise<{ databaseSwitch: TcpSwitch; database: Database }> {
  const address = new URL(url);
  const databaseSwitch = await openTcpSwitch({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseSwitch.port);
  return { databaseSwitch, database: connectDatabase({ url: address.href }) };
}

export async function openInbound(options: OpenOptions = {}): Promise<OpenInbound> {
  const { providerUrl = 'http://127.0.0.1:9', variables = {}, behindSwitch = false } = options;
  const { hasFiles = true, hasInboxDuties = true } = options;
  const database = await createTestDatabase();
  const switched = behindSwitch ? await openSwitch(database.url) : null;
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const environmentWith = (changed: Record<string, string>): Environment =>
    parseEnvironment({
      PARLEY_PUBLIC_URL: 'https://parley.example',
      PARLEY_META_APP_SECRET: APP_SECRET,
      PARLEY_META_VERIFY_TOKEN: 'verify-me',
      PARLEY_GRAPH_URL: providerUrl,
      PARLEY_TELEGRAM_URL: providerUrl,
      PARLEY_TIKTOK_URL: providerUrl,
      PARLEY_TIKTOK_APP_SECRET: TIKTOK_SECRET,
      // A test of copies switches them on.
      PARLEY_MEDIA_KEEP_DAYS: '0',
      ...variables,
      ...changed,
    });
  let fixed: Date | null = null;
  const now = (): Date => fixed ?? new Date();
  const parts = { environment: environmentWith({}), database: switched?.database ?? database.db, cipher, now };
  const seeds = makeSeeds(database.db, cipher);
  const tenantId = await seeds.addTenant('acme');
  await seeds.addAccount({ tenantId, channel: 'wa', externalId: NUMBER, name: 'Acme Shop' });
  await seeds.addAccount({ tenantId, channel: 'tg', externalId: BOT, name: 'acme_bot' });
  const first = await startReplica(parts, { hasFiles, hasInboxDuties });
  const replicas = [first];
  return {
    ...first,
    ...seeds,
    database,
    cipher,
    tenantId,
    databaseSwitch: switched?.databaseSwitch ?? null,
    async startReplica() {
      const replica = await startReplica(parts, { hasFiles, hasInboxDuties });
      replicas.push(replica);
      return replica;
    },
    setNow: (at) => {
      fixed = at;
    },
    makeParts: (changed = {}) => ({
      ...parts,
      environment: environmentWith(changed),
      database: database.db,
      bus: first.bus,
      logger: silentLogger,
      metrics: new Registry(),
    }),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await switched?.database.close();
      await switched?.databaseSwitch.close();
      await database.drop();
    },
  };
}

/** {@link openInbound} for one test: closed when the test ends. */
export async function openForTest(options: OpenOptions = {}): Promise<OpenInbound> {
  const inbound = await openInbound(options);
  onTestFinished(() => inbound.close());
  return inbound;
}
