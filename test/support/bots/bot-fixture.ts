import { randomBytes } from 'node:crypto';
import { setAiKey } from '@parley/bots/keys/set-ai-key';
import { openBotsService } from '@parley/bots/service';
import { renewTurnLeases } from '@parley/bots/turns/renew-turn-leases';
import { runDueTurns } from '@parley/bots/turns/run-due-turns';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import { sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import { makeCipher } from '@parley/database/encryption';
import { makeInboundModule } from '@parley/inbound/inbound.module';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { AiError, type AiErrorFacts } from '@parley/providers/ai/ai-error';
import type { AiMessage, AiTurn, Generate } from '@parley/providers/ai/ai-port';
import { signHub } from '@parley/providers/graph/signature';
import { parseEnvironment } from '@parley/runtime/environment';
import { makeSendModule } from '@parley/send/send.module';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestBot, type TestBot } from '@parley/testing/factories/test-bot';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { ACCOUNTS, META_SECRET, startWorld, type Taken, type Taking } from '../load/writer-fixture.ts';

/** A request to the model. */
export interface AskedModel {
  /** The customer's newest message. */
  text: string;
  signal: AbortSignal;
}

/** A model: it answers with a text, asks for a person, or fails. */
export type ScriptedModel = (asked: AskedModel) => Promise<{ text: string } | { handOver: string } | AiErrorFacts>;

/** Receiving, sending and turns of bots over one database, with a model from the test. */
export interface BotFixture extends AsyncDisposable {
  database: TestDatabase;
  bus: BusClient;
  tenant: { id: number; slug: string };
  /** Messages that the provider accepted. */
  taken: Taken[];
  /** Sets how the provider reacts to messages from now on. */
  setTaking(taking: Taking): void;
  /** The number of typing indicators that were requested from the provider. */
  typing(): number;
  addBot(given?: Partial<TestBot>): Promise<number>;
  /** A customer writes; resolves when the message is stored. */
  says(from: string, ...texts: string[]): Promise<void>;
  /** A person of the workspace writes on the linked phone. */
  phoneSays(to: string, text: string): Promise<void>;
  dashboardSays(from: string, text: string): Promise<void>;
  /** A customer writes to the page. */
  saysOnPage(from: string, text: string): Promise<void>;
  /** A person of the workspace writes in the page's own inbox. */
  pageSays(to: string, text: string): Promise<void>;
  conversationOf(from: string): Promise<{ id: number; bot: string; botEpoch: number; botPausedAt: Date | null }>;
  /** Runs due work until no turn is open. */
  settle(): Promise<void>;
  /** Runs the work that is due now. */
  runDue(): Promise<void>;
  /** Renews the leases of running turns. */
  renew(): Promise<void>;
  outcomes(): Promise<{ outcome: string | null; reason: string | null }[]>;
  facts(): Promise<{ kind: string; subject: string }[]>;
  setNow(now: Date | null): void;
  balance(): Promise<{ balance: number; ledger: number }>;
}

const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

const TURN = Object.freeze({}) as AiTurn; // safe: the brand exists only for the compiler

const textOf = (message: AiMessage | undefined): string =>
  message?.role === 'customer' ? message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') : '';

const generateBy =
  (model: ScriptedModel): Generate =>
  async ({ messages, signal = new AbortController().signal }) => {
    const answer = await model({ text: textOf(messages.at(-1)), signal });
    signal.throwIfAborted();
    if ('kind' in answer) throw new AiError(answer);
    const answered = { finishReason: 'stop', usage: null, turn: TURN } as const;
    if ('text' in answer) return { ...answered, text: answer.text, toolCalls: [] };
    const asks = { callId: 'call_1', name: 'hand_over', arguments: { reason: answer.handOver } };
    return { ...answered, text: '', toolCalls: [asks] };
  };

/** `beforeSend` runs between the storing of a reply and its reservation. */
export async function openBotFixture(
  model: ScriptedModel,
  { beforeSend = async () => {} }: { beforeSend?: () => Promise<void> } = {},
): Promise<BotFixture> {
  const database = await createTestDatabase();
  const { db } = database;
  const world = await startWorld();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const environment = parseEnvironment({
    PARLEY_PUBLIC_URL: 'https://parley.example',
    PARLEY_GRAPH_URL: world.url,
    PARLEY_META_APP_SECRET: META_SECRET,
    PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    PARLEY_AI_OPENAI_KEY: 'sk-of-the-deployment',
  });
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  let fixed: Date | null = null;
  const now = (): Date => fixed ?? new Date();
  const parts = { environment, database: db, cipher, bus, logger: silentLogger, metrics: new Registry(), now };
  const services = [
    await startService({ name: 'send', carrier, logger: silentLogger, module: makeSendModule(parts) }),
    await startService({
      name: 'inbound',
      carrier,
      logger: silentLogger,
      module: makeInboundModule({ ...parts, metrics: new Registry() }),
    }),
  ];
  const tenant = await makeTestTenant(db);
  await db.prisma.tenant.update({ where: { id: tenant.id }, data: { balance: 1000 } });
  await db.prisma.creditEntry.create({ data: { tenantId: tenant.id, amount: 1000, kind: 'top_up' } });
  await db.prisma.recipient.create({
    data: { tenantId: tenant.id, name: 'Ann', kinds: {}, language: 'en', timeZone: 'UTC', createdAt: new Date() },
  });
  const credentials = sealCredentials(cipher, { access_token: 'token' });
  const account = { tenantId: tenant.id, name: 'Shop', credentials };
  await db.prisma.channelAccount.createMany({
    data: [
      { ...account, channel: 'wa', externalId: ACCOUNTS.wa, number: '+15550783881' },
      { ...account, channel: 'fb', externalId: ACCOUNTS.fb },
    ],
  });
  const call: BusClient['call'] = async (contract, input, context) => {
    if (contract.name === sendBotMessage.name) await beforeSend();
    return bus.call(contract, input, context);
  };
  const models = {
    generate: generateBy(model),
    transcribe: () => Promise.reject(new Error('Nobody transcribes here.')),
  };
  const bots = openBotsService({
    ...parts,
    bus: { call, stream: bus.stream },
    metrics: new Registry(),
    models: { own: models, platform: models },
  });
  await setAiKey(bots, { slug: tenant.slug, provider: 'openai', apiKey: 'sk-of-the-tenant' });
  let counter = 0;
  const newId = (): string => `wamid.${++counter}`;
  const receiveMeta = async (body: object): Promise<void> => {
    const raw = JSON.stringify(body);
    const signature = signHub(Buffer.from(raw), META_SECRET);
    await bus.call(receiveCallback, { provider: 'meta', account: null, raw, signature }, { requestId: 'req_test' });
  };
  const receive = (field: string, given: Record<string, unknown>): Promise<void> => {
    const metadata = { display_phone_number: '15550783881', phone_number_id: ACCOUNTS.wa };
    const value = { messaging_product: 'whatsapp', metadata, ...given };
    const entry = [{ id: '1', changes: [{ field, value }] }];
    return receiveMeta({ object: 'whatsapp_business_account', entry });
  };
  const receiveOnPage = (sender: string, recipient: string, message: object): Promise<void> => {
    const timestamp = now().getTime();
    const messaging = [{ sender: { id: sender }, recipient: { id: recipient }, timestamp, message }];
    return receiveMeta({ object: 'page', entry: [{ id: ACCOUNTS.fb, time: timestamp, messaging }] });
  };
  const messageOf = (given: Record<string, string>, body: string) => ({
    ...given,
    id: newId(),
    timestamp: seconds(now()),
    type: 'text',
    text: { body },
  });
  const runDue = async (): Promise<void> => {
    while (await runDueTurns(bots));
    await bots.runningTurns.idle();
  };
  const conversationOf: BotFixture['conversationOf'] = (from) =>
    db.prisma.conversation.findFirstOrThrow({ where: { tenantId: tenant.id, peer: `+${from}` } });
  return {
    database,
    bus,
    tenant,
    taken: world.taken.wa,
    setTaking(taking) {
      world.taking = taking;
    },
    typing: () => world.typing,
    addBot: (given = {}) => makeTestBot(db, { tenantId: tenant.id, debounceSeconds: 0, ...given }),
    says: (from, ...texts) => receive('messages', { messages: texts.map((text) => messageOf({ from }, text)) }),
    phoneSays: (to, text) =>
      receive('smb_message_echoes', { message_echoes: [messageOf({ from: '15550783881', to }, text)] }),
    async dashboardSays(from, message) {
      const { id } = await conversationOf(from);
      await bus.call(sendFromDashboard, { slug: tenant.slug, id, message }, { requestId: 'req_test' });
    },
    saysOnPage: (from, text) => receiveOnPage(from, ACCOUNTS.fb, { mid: newId(), text }),
    pageSays: (to, text) => receiveOnPage(ACCOUNTS.fb, to, { mid: newId(), text, is_echo: true }),
    conversationOf,
    runDue,
    async renew() {
      await renewTurnLeases(bots);
    },
    settle: () =>
      pollUntil(
        async () => {
          await runDue();
          return (await db.prisma.botTurn.count({ where: { state: 'open' } })) === 0 ? true : null;
        },
        { everyMs: 5, what: () => 'every turn to end' },
      ).then(() => {}),
    outcomes: () => db.prisma.botTurn.findMany({ orderBy: { id: 'asc' }, select: { outcome: true, reason: true } }),
    facts: () => db.prisma.notificationFact.findMany({ orderBy: { id: 'asc' }, select: { kind: true, subject: true } }),
    setNow: (at) => {
      fixed = at;
    },
    async balance() {
      const { balance } = await db.prisma.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
      const { _sum: sum } = await db.prisma.creditEntry.aggregate({
        where: { tenantId: tenant.id },
        _sum: { amount: true },
      });
      return { balance: Number(balance), ledger: Number(sum.amount) };
    },
    async [Symbol.asyncDispose]() {
      await bots.runningTurns.close();
      await bots.egress.destroy();
      for (const service of services) await service.close();
      await carrier.close();
      world.close();
      await database.drop();
    },
  };
}
