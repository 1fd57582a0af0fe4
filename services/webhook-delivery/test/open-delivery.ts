import { randomBytes } from 'node:crypto';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { startService } from '@parley/bus/process/start-service';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { Caller } from '@parley/common/call-context';
import { CHANNELS } from '@parley/common/channels';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { type CommittedEvent, deliveriesDue, keyChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { makeCipher } from '@parley/database/encryption';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { parseEnvironment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { Registry } from 'prom-client';
import { openWebhookDeliveryService, type WebhookDeliveryParts, type WebhookDeliveryService } from '../src/service.ts';
import { makeWebhookDeliveryModule } from '../src/webhook-delivery.module.ts';

type Replaced = Partial<Pick<WebhookDeliveryParts, 'attemptTimeoutMs' | 'random' | 'lookup' | 'lookAtMost'>>;

export interface WorkerOptions extends Replaced {
  variables?: Record<string, string>;
}

/** One process of the service. */
export interface Worker {
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /** Calls as a customer with this key. */
  callAs<C extends Contract>(instanceId: string, contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /** Calls as a member of this tenant in the console. */
  callAsMember<C extends Contract>(tenantId: number, contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  hint(...instanceIds: string[]): void;
  keyChanged(instanceId: string): void;
  /** Hands over committed events, as a service of the same process does. */
  handOver(...events: CommittedEvent[]): void;
  metric(name: string, labels?: Record<string, string>): Promise<number>;
  logged: { level: number; msg: string; instance_id?: string }[];
  close(): Promise<void>;
}

export interface NewEvent {
  conversationId?: number | null;
  createdAt?: Date;
  data?: unknown;
}

/** The tables of one deployment, with a tenant and its keys; workers run on it. */
export interface OpenDelivery extends AsyncDisposable {
  database: TestDatabase;
  tenantId: number;
  startWorker(options?: WorkerOptions): Promise<Worker>;
  /** The service without its workers. */
  openService(options?: WorkerOptions): WebhookDeliveryService;
  /** The caller of a customer action with this key. */
  callerOf(instanceId: string): Caller;
  /** By default with the default event types. Returns its secret. */
  addKey(instanceId: string, url: string | null, given?: KeySubscriptions): Promise<string>;
  /** Commits events for every key of the tenant, like the services, but without the hint. */
  commit(...events: NewEvent[]): Promise<string[]>;
  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
  one<Row>(text: string, ...values: unknown[]): Promise<Row>;
  /** Waits until a query returns true. */
  until(what: string, text: string, ...values: unknown[]): Promise<void>;
  encrypt(secret: string): string;
  /** Encrypts the secret of a platform webhook. */
  encryptPlatform(secret: string): string;
  encryptionKeys: string;
}

/** The events that a key subscribes to. */
export interface KeySubscriptions {
  events?: readonly string[];
  /** Channels of opt-in receipts. */
  receipts?: readonly string[];
}

export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

function makeWorkerLogger() {
  const logged: Worker['logged'] = [];
  const logger = makeLogger({
    level: 'warn',
    name: 'test',
    destination: { write: (line: string) => logged.push(JSON.parse(line)) },
  });
  return { logged, logger };
}

export async function openDelivery(): Promise<OpenDelivery> {
  const database = await createTestDatabase();
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const cipher = makeCipher(keys);
  const closers: (() => Promise<void>)[] = [];

  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    // Like a worker's statement, a test's statement may be a deadlock victim.
    (await retryConflicts(() => database.db.query<Row>({ text, values }))).rows;
  async function one<Row>(text: string, ...values: unknown[]): Promise<Row> {
    const [row] = await rows<Row>(text, ...values);
    if (row === undefined) throw new Error(`No row: ${text}`);
    return row;
  }

  const partsOf = (
    { variables = {}, ...replaced }: WorkerOptions,
    bus: BusClient,
    logger: Logger,
  ): WebhookDeliveryParts => ({
    environment: parseEnvironment({ PARLEY_EGRESS_ALLOW: '127.0.0.0/8', ...variables }),
    database: database.db,
    cipher,
    bus,
    logger,
    metrics: new Registry(),
    ...replaced,
  });

  const callerOf = (instanceId: string): Caller => ({
    tenantId,
    tenantSlug: 'acme',
    instanceId,
    channels: [...CHANNELS],
  });

  function openService(options: WorkerOptions = {}): WebhookDeliveryService {
    const carrier = makeInProcessCarrier();
    const { logger } = makeWorkerLogger();
    const service = openWebhookDeliveryService(partsOf(options, makeBusClient(carrier, { logger }), logger));
    closers.push(() => service.receivers.destroy().then(() => carrier.close()));
    return service;
  }

  async function startWorker(options: WorkerOptions = {}): Promise<Worker> {
    const carrier = makeInProcessCarrier();
    const { logged, logger } = makeWorkerLogger();
    const bus = makeBusClient(carrier, { logger });
    const parts = partsOf(options, bus, logger);
    const module = makeWebhookDeliveryModule(parts);
    const service = await startService({ name: 'webhook-delivery', carrier, logger, module });
    let closed: Promise<void> | null = null;
    const close = (): Promise<void> => {
      closed ??= service.close().then(() => carrier.close());
      return closed;
    };
    closers.push(close);
    return {
      call: (contract, input) => bus.call(contract, input, { requestId: 'req_test' }),
      callAs: (instanceId, contract, input) =>
        bus.call(contract, input, { requestId: 'req_test', caller: callerOf(instanceId) }),
      callAsMember: (id, contract, input) =>
        bus.call(contract, input, {
          requestId: 'req_test',
          member: { sessionId: 'ses_1', roles: ['agent'], memberId: 'mem_1', tenantId: id, tenantSlug: 'acme' },
        }),
      hint: (...instanceIds) => bus.publishHint(deliveriesDue, { instanceIds }),
      keyChanged: (instanceId) => bus.publishHint(keyChanged, { instanceId }),
      handOver: (...events) =>
        wakeDeliveries(
          bus,
          events.flatMap(({ deliveries }) => deliveries.map(({ instanceId }) => instanceId)),
          events,
        ),
      async metric(name, labels = {}) {
        const found = (await parts.metrics.getMetricsAsJSON()).find((metric) => metric.name === name);
        const value = found?.values.find((entry) =>
          Object.entries(labels).every(([label, wanted]) => Reflect.get(entry.labels, label) === wanted),
        );
        return Number(value?.value ?? 0);
      },
      logged,
      close,
    };
  }

  const { id: tenantId } = await one<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('acme', 'Acme') RETURNING id`,
  );

  async function addKey(
    instanceId: string,
    url: string | null,
    { events = DEFAULT_EVENT_TYPES, receipts = [] }: KeySubscriptions = {},
  ): Promise<string> {
    const secret = makeSecret();
    await rows(
      `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, receipts, webhook_url, webhook_secret)
       VALUES ($1, $2, 'test', $3, $4, $5, $6, $7, $8)`,
      instanceId,
      tenantId,
      randomBytes(32),
      [...CHANNELS],
      [...events],
      [...receipts],
      url,
      cipher.encrypt(secret, 'api_keys.webhook_secret'),
    );
    await rows('INSERT INTO lanes (instance_id) VALUES ($1)', instanceId);
    return secret;
  }

  return {
    database,
    tenantId,
    startWorker,
    openService,
    callerOf,
    addKey,
    rows,
    one,
    async commit(...events) {
      const made = events.map(({ conversationId = null, createdAt = new Date(), data = { n: 1 } }) => ({
        id: makeId('evt'),
        tenantId,
        type: 'message.received' as const,
        channel: 'wa' as const,
        conversationId,
        data: JSON.stringify(data),
        createdAt,
        traceparent: null,
      }));
      await database.db.transaction((sql) => appendRows(sql, made));
      return made.map(({ id }) => id);
    },
    async until(what, text, ...values) {
      await pollUntil(
        async () =>
          (await one<{ ok: boolean | null }>(`SELECT (${text}) AS ok`, ...values)).ok === true ? true : null,
        { deadlineMs: 50_000, what: () => what },
      );
    },
    encryptionKeys: keys,
    encrypt: (secret) => cipher.encrypt(secret, 'api_keys.webhook_secret'),
    encryptPlatform: (secret) => cipher.encrypt(secret, 'platform_webhooks.secret'),
    async [Symbol.asyncDispose]() {
      await Promise.all(closers.map((close) => close()));
      await database.drop();
    },
  };
}
