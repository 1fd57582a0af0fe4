import { reachServers } from '@parley/database/connection/reach-servers';
import { type OwnPostgres, startOwnPostgres } from '@parley/testing/database/own-postgres';
import { pollUntil } from '@parley/testing/poll-until';
import { type NatsServer, startNatsServer } from '@parley/testing/servers/nats-server';
import pg from 'pg';
import { type Form, type System, type SystemOptions, startSystem } from '../system/system.ts';
import { makeTenant, type TestTenant } from '../tenants/client.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.ts';

/** The product in one form, with dependencies that a test can stop and start. */
export interface FaultCluster {
  form: Form;
  system: System;
  postgres: OwnPostgres;
  /** Only the cluster form has one. */
  nats: NatsServer | null;
  receiver: WebhookReceiver;
  /** Runs one statement on the product's database, over connections that no kill of the product affects. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/**
 * The timeout of a fault test. Each of its waits fails long before that, after at most two minutes without progress,
 * and names the awaited condition.
 */
export const FAULT_TEST_MS = 300_000;
/** Seconds of a lane's lease: the successor of a killed worker waits that long. An attempt may take half of it. */
export const LEASE_SECONDS = 5;
/** The number of attempts that a lane may have sent but not stored when its worker dies: the successor repeats them. */
export const MAX_UNSTORED_A_LANE = 64;

const VARIABLES = {
  PARLEY_WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS),
  PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.5,1,2,2,2,2,2,2,2',
  PARLEY_PROVIDER_TIMEOUT_MS: '1000',
  PARLEY_CONFIRM_WAIT_SECONDS: '3',
};

/** Starts a form; its database, NATS server, providers and receiver run in processes that its kills do not affect. */
export async function startFaultCluster(
  form: Form,
  variables: Record<string, string> = {},
  { postgres: given, ...options }: Pick<SystemOptions, 'root' | 'answered'> & { postgres?: OwnPostgres } = {},
): Promise<FaultCluster> {
  const postgres = given ?? (await startOwnPostgres());
  const nats = form === 'cluster' ? await startNatsServer() : null;
  const receiver = await openWebhookReceiver();
  const system = await startSystem(
    form,
    { ...VARIABLES, DATABASE_URL: postgres.url, ...(nats ? { NATS_URL: nats.url } : {}), ...variables },
    { ...options, ownSandbox: true, ownNats: true },
  );
  // Tests poll often: a session per statement would take a core from the system under test.
  const pool = new pg.Pool({ ...reachServers(postgres.url), max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    form,
    system,
    postgres,
    nats,
    receiver,
    async rows<Row>(text: string, values: unknown[] = []) {
      // safe: the author of the statement declares the row type
      return (await pool.query(text, values)).rows as Row[];
    },
    async stop() {
      await system.stop();
      await receiver.close();
      await nats?.stop();
      await pool.end();
      await postgres.stop();
    },
  };
}

/** A tenant whose webhooks go to the fault cluster's receiver, one path for each key. */
export interface FaultTenant extends TestTenant {
  /** Path → instance id of its key. */
  keys: Map<string, string>;
  paths: string[];
  addKey(path: string, events: readonly string[]): Promise<string>;
  /** Its platform webhook, which gets {@link PLATFORM_EVENTS}. */
  platform: { path: string; instanceId: string };
}

export const EVENTS = ['message.received', 'message.sent'] as const;

/** The platform events of customers' messages and of sends. */
const PLATFORM_EVENTS = ['new-messages', 'message-sent', 'new-conversation-created'];

/** Makes a tenant with `keyCount` keys and a platform webhook; each key gets each of these events. */
export async function makeFaultTenant(
  cluster: FaultCluster,
  keyCount: number,
  channels: string[] = ['wa'],
  events: readonly string[] = EVENTS,
): Promise<FaultTenant> {
  const { receiver, system } = cluster;
  // The key that calls the API is subscribed to no event of these tests.
  const tenant = await makeTenant(system, { events: ['comment.received'], channels: [...channels, 'tg'] });
  const keys = new Map<string, string>();
  const paths: string[] = [];
  const addKey = async (path: string, events: readonly string[]): Promise<string> => {
    const { status, body } = await tenant.admin('POST', '/keys', {
      label: path,
      channels,
      events,
      webhook_url: receiver.url(path),
    });
    if (status !== 201) throw new Error(`A key was not made: ${JSON.stringify(body)}`);
    receiver.expectSecret(path, body.webhook_secret);
    keys.set(path, body.instance_id);
    return body.instance_id;
  };
  for (let n = 1; n <= keyCount; n++) {
    const path = `/${tenant.slug}-${n}`;
    await addKey(path, events);
    paths.push(path);
  }
  const path = `/${tenant.slug}-platform`;
  const { status, body } = await tenant.admin('PUT', '/platform-webhook', {
    url: receiver.url(path),
    events: PLATFORM_EVENTS,
  });
  if (status !== 200) throw new Error(`No platform webhook was made: ${JSON.stringify(body)}`);
  receiver.expectSecret(path, body.secret);
  return { ...tenant, keys, paths, addKey, platform: { path, instanceId: body.instance_id } };
}

/** Waits until no delivery of these keys and the platform webhook is due, in flight or waiting for a retry. */
export async function untilNothingIsLeft(cluster: FaultCluster, tenant: FaultTenant, withinMs: number): Promise<void> {
  const count = (): Promise<number | null> =>
    cluster
      .rows<{ n: number }>('SELECT count(*)::int AS n FROM deliveries WHERE instance_id = ANY($1)', [
        [...tenant.paths.map((path) => tenant.keys.get(path)), tenant.platform.instanceId],
      ])
      .then(([row]) => row?.n ?? null)
      .catch(() => null);
  let left: number | null = null;
  await pollUntil(
    async () => {
      left = await count();
      return left === 0 ? true : null;
    },
    {
      deadlineMs: withinMs,
      everyMs: 50,
      progress: () => left,
      what: () => `the last ${left} deliveries of ${tenant.slug}`,
    },
  );
}
