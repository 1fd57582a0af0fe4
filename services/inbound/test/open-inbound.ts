import { createHash, randomBytes } from 'node:crypto';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { startService } from '@parley/bus/start-service';
import { CHANNELS } from '@parley/common/channels';
import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { parseEnvironment } from '@parley/common/environment';
import { EVENT_TYPES } from '@parley/common/events';
import { connectDatabase } from '@parley/prisma/connect-database';
import { type Cipher, makeCipher } from '@parley/prisma/encryption';
import { signHub } from '@parley/providers/graph/signature';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { makeInboundModule } from '../src/inbound.module.ts';
import { openTcpSwitch, type TcpSwitch } from './tcp-switch.ts';

export const APP_SECRET = 'meta-app-secret';
export const WA_TOKEN = 'sandbox-wa-token';
export const BOT = '110201543';
export const BOT_TOKEN = `${BOT}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1`;
export const BOT_SECRET = 'bot-callback-secret';
export const NUMBER = '106540352242922';

/** An event as the ledger holds it. */
export interface StoredEvent {
  id: string;
  type: string;
  tenant_id: number;
  channel: string;
  conversation_id: number | null;
  created_at: Date;
  data: Record<string, never> & { [name: string]: unknown };
}

/** The service over a real database and a real bus, with one tenant that holds a number and a bot. */
export interface OpenInbound extends AsyncDisposable {
  database: TestDatabase;
  bus: BusClient;
  cipher: Cipher;
  metrics: Registry;
  tenantId: number;
  /** Between the service and its database, where it was asked for. */
  databaseSwitch: TcpSwitch | null;
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /** A signed webhook of Meta. */
  receiveWa(body: unknown): Promise<{ items: number }>;
  receiveTg(update: unknown, bot?: string): Promise<{ items: number }>;
  events(type?: string): Promise<StoredEvent[]>;
  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
  addTenant(slug: string): Promise<number>;
  addAccount(given: { tenantId: number; channel: 'wa' | 'tg'; externalId: string; name?: string }): Promise<number>;
  setNow(now: Date | null): void;
}

export interface OpenOptions {
  /** Where both providers are; default nowhere. */
  providerUrl?: string;
  variables?: Record<string, string>;
  /** Whether the service reaches its database through a switch. */
  behindSwitch?: boolean;
}

const credentialsOf = { wa: { access_token: WA_TOKEN }, tg: { bot_token: BOT_TOKEN } };

async function openSwitch(url: string): Promise<{ databaseSwitch: TcpSwitch; url: string }> {
  const address = new URL(url);
  const databaseSwitch = await openTcpSwitch({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseSwitch.port);
  return { databaseSwitch, url: address.href };
}

export async function openInbound(options: OpenOptions = {}): Promise<OpenInbound> {
  const { providerUrl, variables = {}, behindSwitch = false } = options;
  const database = await createTestDatabase();
  const switched = behindSwitch ? await openSwitch(database.url) : null;
  const servicesDatabase = switched ? connectDatabase({ url: switched.url }) : database.db;
  const carrier = makeInProcessCarrier();
  const logger = pino({ level: 'silent' });
  const bus = makeBusClient(carrier, { logger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const metrics = new Registry();
  let fixed: Date | null = null;
  const base = providerUrl ?? 'http://127.0.0.1:9';
  const environment = parseEnvironment({
    PARLEY_PUBLIC_URL: 'https://parley.example',
    PARLEY_META_APP_SECRET: APP_SECRET,
    PARLEY_META_VERIFY_TOKEN: 'verify-me',
    PARLEY_GRAPH_URL: base,
    PARLEY_TELEGRAM_URL: base,
    ...variables,
  });
  const module = makeInboundModule({
    environment,
    database: servicesDatabase,
    cipher,
    bus,
    logger,
    metrics,
    now: () => fixed ?? new Date(),
  });
  const service = await startService({ name: 'inbound', carrier, logger, module });
  const context = { request_id: 'req_test' };

  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.db.query<Row>({ text, values })).rows;

  async function addTenant(slug: string): Promise<number> {
    const [tenant] = await rows<{ id: number }>('INSERT INTO tenants (slug, name) VALUES ($1, $1) RETURNING id', slug);
    if (!tenant) throw new Error('No tenant was made.');
    await rows(
      `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
       VALUES ($1, $2, 'test', $3, $4, $5, 'https://customer.example/hook', 'x')`,
      `ins_${slug}`,
      tenant.id,
      randomBytes(32),
      [...CHANNELS],
      [...EVENT_TYPES],
    );
    return tenant.id;
  }

  const addAccount: OpenInbound['addAccount'] = async ({
    tenantId,
    channel,
    externalId,
    name = `${channel} account`,
  }) => {
    const [account] = await rows<{ id: number }>(
      `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials, callback_secret_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      tenantId,
      channel,
      externalId,
      name,
      channel === 'wa' ? '+15550783881' : null,
      cipher.encrypt(JSON.stringify(credentialsOf[channel]), 'channel_accounts.credentials'),
      channel === 'tg' ? createHash('sha256').update(BOT_SECRET).digest() : null,
    );
    if (!account) throw new Error('No account was made.');
    return account.id;
  };

  const tenantId = await addTenant('acme');
  await addAccount({ tenantId, channel: 'wa', externalId: NUMBER, name: 'Acme Shop' });
  await addAccount({ tenantId, channel: 'tg', externalId: BOT, name: 'acme_bot' });

  return {
    database,
    bus,
    cipher,
    metrics,
    tenantId,
    databaseSwitch: switched?.databaseSwitch ?? null,
    call: (contract, input) => bus.call(contract, input, context),
    receiveWa(body) {
      const raw = JSON.stringify(body);
      const signature = signHub(Buffer.from(raw), APP_SECRET);
      return bus.call(receiveCallback, { provider: 'meta', account: null, raw, signature }, context);
    },
    receiveTg: (update, bot = BOT) =>
      bus.call(
        receiveCallback,
        { provider: 'telegram', account: bot, raw: JSON.stringify(update), signature: BOT_SECRET },
        context,
      ),
    async events(type) {
      const found = await rows<StoredEvent & { data: string }>('SELECT * FROM events ORDER BY seq');
      return found
        .map((event) => ({ ...event, data: JSON.parse(event.data) }))
        .filter((event) => type === undefined || event.type === type);
    },
    rows,
    addTenant,
    addAccount,
    setNow: (now) => {
      fixed = now;
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await carrier.close();
      if (switched) {
        await servicesDatabase.close();
        await switched.databaseSwitch[Symbol.asyncDispose]();
      }
      await database.drop();
    },
  };
}
