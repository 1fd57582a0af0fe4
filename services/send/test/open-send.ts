import { randomBytes } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { Handles } from '@parley/bus/handles';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { startService } from '@parley/bus/start-service';
import type { AnswerMeta } from '@parley/bus/wire-message';
import { CHANNELS } from '@parley/common/channels';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { parseEnvironment } from '@parley/common/environment';
import { EVENT_TYPES } from '@parley/common/events';
import { connectDatabase } from '@parley/prisma/connect-database';
import { makeCipher } from '@parley/prisma/encryption';
import { Fault } from '@parley/sandbox/faults/define-fault';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { makeBot, SEED } from '@parley/sandbox/state/seed-accounts';
import { openTcpSwitch, type TcpSwitch } from '@parley/testing/tcp-switch';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { z } from 'zod';
import { makeSendModule } from '../src/send.module.ts';
import { makeSendUseCases } from '../src/send-use-cases.ts';

const BOT_ID = Number(SEED.botToken.split(':')[0]);

type PeerChannel = 'wa' | 'tg' | 'fb' | 'ig' | 'tt';
type SendInput = InputOf<typeof send>;
export type SendOptions = { key?: string; bodyHash?: string; instanceId?: string; deadlineMs?: number };

/** A tenant with a number, a bot, a key that is subscribed to everything, and some credit. */
export interface TestTenant {
  id: number;
  slug: string;
  instanceId: string;
  wa: number;
  tg: number;
  send(input: SendInput, options?: SendOptions): Promise<OutputOf<typeof send>>;
  sendWithMeta(input: SendInput, options?: SendOptions): Promise<{ output: OutputOf<typeof send>; meta: AnswerMeta }>;
  replyPrivately(input: InputOf<typeof sendPrivateReply>): Promise<OutputOf<typeof sendPrivateReply>>;
  lookUp(messageId: string): Promise<OutputOf<typeof message>>;
  /** The customer writes (their 24-hour window opens): their conversation. */
  customerWrote(
    channel: PeerChannel,
    address: string,
    given?: { at?: Date; account?: number; threadId?: string },
  ): Promise<number>;
  balance(): Promise<{ balance: number; ledger: number }>;
  messages(): Promise<{ id: string; status: string; provider_message_id: string | null; conversation_id: number }[]>;
  events(type?: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

/** What stands in for services/channel-connect. */
export interface ChannelHealth {
  reportBroken(input: InputOf<typeof reportBrokenChannel>): Promise<void>;
  refresh(input: InputOf<typeof refreshChannelToken>): Promise<boolean>;
}

function makeHealthModule({ reportBroken, refresh }: ChannelHealth) {
  @Controller()
  class HealthController {
    @Handles(reportBrokenChannel)
    async reportBroken(input: InputOf<typeof reportBrokenChannel>) {
      await reportBroken(input);
      return { disconnected: true };
    }

    @Handles(refreshChannelToken)
    async refresh(input: InputOf<typeof refreshChannelToken>) {
      return { refreshed: await refresh(input) };
    }
  }
  return { module: class HealthModule {}, controllers: [HealthController] };
}

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
  /** Answers the calls to services/channel-connect from now on. */
  startChannelHealth(answers: ChannelHealth): Promise<void>;
  addWaAccount(tenantId: number, externalId: string, name: string, number: string): Promise<number>;
  /** Disturbs the provider. */
  fault(given: z.input<typeof Fault>): void;
  /** What the providers accepted: texts by channel and addressee. */
  accepted(to: string): { text: string | null; method: string; body: unknown; callback_data: string | null }[];
  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** One sweep as it would run at this time. */
  sweepAt(now: Date): Promise<{ interrupted: number; ended: number }>;
  setNow(now: Date | null): void;
  restart(): Promise<void>;
}

export async function openSend(variables: Record<string, string> = {}): Promise<OpenSend> {
  const database = await createTestDatabase();
  const address = new URL(database.url);
  const databaseSwitch = await openTcpSwitch({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseSwitch.port);
  const serviceDatabase = connectDatabase({ url: address.href });
  const sandbox = await startSandbox({ metaAppSecret: 'secret', metaVerifyToken: 'verify', receipts: 'off' });
  sandbox.state.settings.window = 'off';
  const carrier = makeInProcessCarrier();
  const logger = pino({ level: 'silent' });
  const bus = makeBusClient(carrier, { logger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  let fixed: Date | null = null;
  const environment = parseEnvironment({
    PARLEY_PUBLIC_URL: 'https://parley.example',
    PARLEY_GRAPH_URL: sandbox.url,
    PARLEY_TELEGRAM_URL: sandbox.url,
    PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    PARLEY_PROVIDER_TIMEOUT_MS: '1000',
    ...variables,
  });
  const parts = { environment, database: serviceDatabase, cipher, bus, logger };
  const start = () =>
    startService({
      name: 'send',
      carrier,
      logger,
      module: makeSendModule({ ...parts, metrics: new Registry(), now: () => fixed ?? new Date() }),
    });
  let service = await start();

  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.db.query<Row>({ text, values })).rows;
  const insert = async (text: string, ...values: unknown[]): Promise<number> => {
    const [row] = await rows<{ id: number }>(`${text} RETURNING id`, ...values);
    if (!row) throw new Error('Nothing was inserted.');
    return row.id;
  };
  const encrypted = (credentials: Record<string, string>): string =>
    cipher.encrypt(JSON.stringify(credentials), 'channel_accounts.credentials');
  const addAccount = (
    tenantId: number,
    channel: string,
    externalId: string,
    name: string,
    number: string | null,
    token: string | Record<string, string>,
  ): Promise<number> => {
    const credentials =
      typeof token === 'string' ? { [channel === 'wa' ? 'access_token' : 'bot_token']: token } : token;
    return insert(
      'INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials) VALUES ($1, $2, $3, $4, $5, $6)',
      tenantId,
      channel,
      externalId,
      name,
      number,
      encrypted(credentials),
    );
  };

  function addNumber(id: string, number: string): void {
    const [account] = sandbox.state.businessAccounts.values();
    if (!account) throw new Error('The sandbox has no business account.');
    const known = { id, wabaId: account.id, number, verifiedName: 'Shop', qualityRating: 'GREEN', registered: true };
    account.numbers.push(known);
    sandbox.state.addBusinessAccount(account);
  }

  let tenants = 0;
  async function addTenant({ balance = 1000 }: { balance?: number } = {}): Promise<TestTenant> {
    const nth = tenants++;
    const slug = `tenant-${nth}`;
    const id = await insert('INSERT INTO tenants (slug, name, balance) VALUES ($1, $1, $2)', slug, balance);
    await insert(`INSERT INTO credit_ledger (tenant_id, amount, kind) VALUES ($1, $2, 'top_up')`, id, balance);
    const instanceId = `ins_${slug}`;
    await insert(
      `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
       VALUES ($1, $2, 'test', $3, $4, $5, 'https://customer.example/hook', 'x')`,
      instanceId,
      id,
      randomBytes(32),
      [...CHANNELS],
      [...EVENT_TYPES],
    );
    const number = String(Number(SEED.number) + nth);
    const phoneNumberId = String(BigInt(SEED.phoneNumberId) + BigInt(nth));
    const bot = makeBot(SEED.botToken.replace(/^\d+/, String(BOT_ID + nth)), 'parley_demo_bot', 'Bot');
    sandbox.state.bots.set(String(bot.id), bot);
    addNumber(phoneNumberId, number);
    const wa = await addAccount(id, 'wa', phoneNumberId, 'Main', `+${number}`, SEED.waToken);
    const tg = await addAccount(id, 'tg', String(bot.id), bot.username, null, bot.token);
    const contextOf = ({ key, bodyHash = 'aa', instanceId: other, deadlineMs }: SendOptions) => ({
      request_id: 'req_test',
      caller: { tenant_id: id, tenant_slug: slug, instance_id: other ?? instanceId, channels: [...CHANNELS] },
      ...(key === undefined ? {} : { idempotency: { key, body_hash: bodyHash } }),
      ...(deadlineMs === undefined ? {} : { deadline_at: Date.now() + deadlineMs }),
    });
    return {
      id,
      slug,
      instanceId,
      wa,
      tg,
      send: (input, options = {}) => bus.call(send, input, contextOf(options)),
      sendWithMeta: (input, options = {}) => bus.callWithMeta(send, input, contextOf(options)),
      replyPrivately: (input) => bus.call(sendPrivateReply, input, contextOf({})),
      lookUp: (messageId) => bus.call(message, { message_id: messageId }, contextOf({})),
      async customerWrote(channel, peer, { at = new Date(), account = channel === 'wa' ? wa : tg, threadId } = {}) {
        const [conversation] = await rows<{ id: number }>(
          `WITH c AS (SELECT inbound_contact($1, $2, ARRAY[$3], NULL, NULL, NULL) AS id)
           INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_inbound_at, last_message_at,
                                      provider_thread_id)
           SELECT $1, $2, $4, c.id, $3, $5, $5, $6 FROM c RETURNING id`,
          id,
          channel,
          peer,
          account,
          at,
          threadId ?? null,
        );
        if (!conversation) throw new Error('No conversation was made.');
        return conversation.id;
      },
      async balance() {
        const [row] = await rows<{ balance: string; ledger: string }>(
          `SELECT t.balance, (SELECT sum(amount) FROM credit_ledger l WHERE l.tenant_id = t.id) AS ledger
             FROM tenants t WHERE t.id = $1`,
          id,
        );
        return { balance: Number(row?.balance), ledger: Number(row?.ledger) };
      },
      messages: () =>
        rows(
          'SELECT id, status, provider_message_id, conversation_id FROM messages WHERE tenant_id = $1 ORDER BY id',
          id,
        ),
      async events(type) {
        const found = await rows<{ type: string; data: string }>(
          'SELECT type, data FROM events WHERE tenant_id = $1 ORDER BY seq',
          id,
        );
        return found
          .map((event) => ({ type: event.type, data: JSON.parse(event.data) }))
          .filter((event) => type === undefined || event.type === type);
      },
    };
  }

  let health: { close(): Promise<void> } | null = null;
  return {
    addAccount: ({ tenantId, channel, externalId, credentials }) =>
      addAccount(tenantId, channel, externalId, `${channel} shop`, null, credentials),
    async setCredentials(accountId, credentials) {
      await rows('UPDATE channel_accounts SET credentials = $2 WHERE id = $1', accountId, encrypted(credentials));
    },
    async startChannelHealth(answers) {
      health = await startService({ name: 'channel-connect', carrier, logger, module: makeHealthModule(answers) });
    },
    database,
    databaseSwitch,
    sandbox,
    bus,
    addTenant,
    addWaAccount(tenantId, externalId, name, number) {
      addNumber(externalId, number.slice(1));
      return addAccount(tenantId, 'wa', externalId, name, number, SEED.waToken);
    },
    fault: (given) => void sandbox.state.faults.add(Fault.parse(given)),
    accepted: (to) => sandbox.state.sent.all().filter((sent) => sent.to === to.replace(/^\+/, '')),
    rows,
    async sweepAt(now) {
      const useCases = makeSendUseCases({ ...parts, metrics: new Registry(), now: () => now });
      const swept = await useCases.sweep();
      await useCases.close();
      return swept;
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
      await health?.close();
      await carrier.close();
      await serviceDatabase.close();
      await databaseSwitch[Symbol.asyncDispose]();
      await sandbox.close();
      await database.drop();
    },
  };
}
