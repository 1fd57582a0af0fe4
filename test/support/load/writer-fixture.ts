import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { makeBotsModule } from '@parley/bots/bots.module';
import { type BotsService, openBotsService } from '@parley/bots/service';
import { type BusClient, makeBusClient, type OutgoingContext } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { startService } from '@parley/bus/process/start-service';
import { camelSchemaOf } from '@parley/common/casing/camel-schema';
import { CHANNELS } from '@parley/common/channels';
import { setAiKey } from '@parley/common/contracts/operator/ai-keys';
import { createBot } from '@parley/common/contracts/operator/bots';
import { createKey } from '@parley/common/contracts/operator/keys';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { startServices } from '@parley/parley/one-machine/start-services';
import { parseEnvironment } from '@parley/runtime/environment';
import { openSendService, type SendService } from '@parley/send/service';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { Registry } from 'prom-client';

export const META_SECRET = 'meta-app-secret';
export const ACCOUNTS = { wa: '106540352242922', fb: '682498302938465', wd: '9000001' } as const;

/** A message that a provider accepted. */
export interface Taken {
  id: string;
  to: string;
  text: string;
}

/** OpenAI's response with a text. */
const modelAnswer = (text: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  },
});

/** A message of wa that the provider accepted without an answer. */
export interface Lost extends Taken {
  /** Our own id, which the provider returns with each receipt. */
  messageId: string;
}

/** A message with this text is lost. */
export const LOST = 'lost';

/** How the Graph API reacts to messages. `loses`: it accepts, and disconnects before it answers. */
export type Taking = 'accepts' | 'refuses' | 'loses';

const REFUSAL = { error: { message: '(#131026) Message undeliverable', type: 'OAuthException', code: 131026 } };

/**
 * A Graph API that accepts every message by default, a model that answers, and a customer's server that accepts every
 * event.
 */
export async function startWorld() {
  const taken: Record<'wa' | 'fb', Taken[]> = { wa: [], fb: [] };
  const world = { taking: 'accepts' as Taking, typing: 0, lost: [] as Lost[] };
  let next = 0;
  function accept(
    body: {
      messaging_product?: string;
      to?: string;
      recipient?: { id?: string };
      biz_opaque_callback_data?: string;
    } & Record<string, unknown>,
  ) {
    // A typing sign, or a read receipt.
    if ('sender_action' in body || 'status' in body) {
      if (body.sender_action === 'typing_on' || 'typing_indicator' in body) world.typing++;
      return { success: true, recipient_id: body.recipient?.id };
    }
    if (world.taking === 'refuses') return REFUSAL;
    const id = `mid.${++next}.${randomBytes(4).toString('hex')}`;
    const text = JSON.stringify(body).replace(/.*"(?:body|text)":"([^"]*)".*/, '$1');
    const { to: number = '', biz_opaque_callback_data: messageId = '' } = body;
    if (text.startsWith(LOST)) {
      world.lost.push({ id, to: number, text, messageId });
      return null;
    }
    if (body.messaging_product === 'whatsapp') {
      taken.wa.push({ id, to: body.to ?? '', text });
      return { messages: [{ id }], contacts: [{ input: body.to, wa_id: body.to?.replace('+', '') }] };
    }
    const to = body.recipient?.id ?? '';
    taken.fb.push({ id, to, text });
    return { recipient_id: to, message_id: id };
  }
  function answerTo({ method, url = '' }: IncomingMessage, body: string): unknown {
    if (url.endsWith('/responses')) return modelAnswer(`reply ${++next}`);
    return method === 'POST' && url.includes('/messages') ? accept(JSON.parse(body)) : {};
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const answered = answerTo(request, body);
    const isLost = answered === null || (world.taking === 'loses' && request.url?.includes('/messages'));
    if (isLost) return void response.destroy();
    response.writeHead(answered === REFUSAL ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered));
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return Object.assign(world, { url: `http://127.0.0.1:${port}`, taken, close: () => void server.close() });
}

/** The tenant's bot, and its workers' steps, which a writer runs on a client's replica. */
export interface FixtureBots {
  id: string;
  aiUrl: string;
  of(bus: BusClient): BotsService;
}

/** Makes one write through a replica. */
export type Writer = (bus: BusClient) => Promise<unknown>;

export interface WriterFixture extends AsyncDisposable {
  database: TestDatabase;
  /** Two copies of every service over one database. */
  replicas: readonly BusClient[];
  tenant: { id: number; slug: string };
  /** Ids of its two members. */
  members: readonly string[];
  /** A call with the tenant's key. */
  asTenant(more?: Partial<OutgoingContext>): OutgoingContext;
  taken: Record<'wa' | 'fb', Taken[]>;
  lost: readonly Lost[];
  bots: FixtureBots;
  /** The steps of the workers that end sends without an outcome, on a client's replica, at this time. */
  sendsOf(bus: BusClient, now: Date): SendService;
  /** Log lines about transactions that PostgreSQL rolled back. */
  conflicts: string[];
  /** Log lines of errors that no caller should get. */
  errors: string[];
}

async function addAccounts({ db }: TestDatabase, cipher: Cipher, tenantId: number): Promise<void> {
  for (const [channel, externalId] of Object.entries(ACCOUNTS))
    await db.query({
      text: `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials)
             VALUES ($1, $2, $3, 'Shop', $4, $5)`,
      values: [
        tenantId,
        channel,
        externalId,
        channel === 'fb' ? null : '+15550783881',
        sealCredentials(cipher, { access_token: 'token' }),
      ],
    });
}

/** Two members who use the inbox; returns their ids. */
async function addMembers({ db }: TestDatabase, tenantId: number): Promise<string[]> {
  const members = ['mem_writer0001', 'mem_writer0002'];
  await db.query({
    text: `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
           SELECT id, $1, id || '@shop.example', id || '@shop.example', id, ARRAY['owner'], now() FROM unnest($2::text[]) id`,
    values: [tenantId, members],
  });
  return members;
}

/**
 * A bot that answers at once with the tenant's key, but not on the linked device, which does not run; returns its id.
 */
async function addBot({ db }: TestDatabase, bus: BusClient, slug: string, aiUrl: string): Promise<string> {
  const answered = await db.prisma.channelAccount.findMany({ where: { channel: { not: 'wd' } }, select: { id: true } });
  const context = { requestId: 'req_test' };
  await bus.call(setAiKey, { slug, provider: 'openai', apiKey: 'sk-of-writers', baseUrl: aiUrl }, context);
  const bot = camelSchemaOf(createBot.input).parse({
    slug,
    name: 'Noor',
    keyMode: 'own',
    provider: 'openai',
    model: 'm',
    instructions: 'Be kind.',
    accounts: answered.map(({ id }) => id),
    debounceSeconds: 0,
    caps: { turns_per_conversation_hour: 1000, tokens_per_day: 1_000_000_000 },
  });
  const { id } = await bus.call(createBot, bot, context);
  return id;
}

function workersOf<Service>(workers: ReadonlyMap<BusClient, Service>, bus: BusClient): Service {
  const found = workers.get(bus);
  if (!found) throw new Error('No replica has this client.');
  return found;
}

/**
 * Two replicas of every service except pairing, over one database, and a tenant with two webhooks, a number, a page and
 * a linked device.
 */
export async function openWriterFixture(): Promise<WriterFixture> {
  const database = await createTestDatabase();
  const world = await startWorld();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const conflicts: string[] = [];
  const errors: string[] = [];
  const write = (line: string): void => {
    if (/40P01|40001|deadlock/.test(line)) conflicts.push(line);
    if (line.includes('"level":50')) errors.push(line);
  };
  const logger = makeLogger({ level: 'warn', name: 'test', destination: { write } });
  const environment = parseEnvironment({
    PARLEY_PUBLIC_URL: 'https://parley.example',
    PARLEY_GRAPH_URL: world.url,
    PARLEY_META_APP_SECRET: META_SECRET,
    PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
  });
  const replicas: BusClient[] = [];
  const workers = new Map<BusClient, BotsService>();
  const senders = new Map<BusClient, SendService>();
  const stops: (() => Promise<void>)[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const carrier = makeInProcessCarrier();
    const bus = makeBusClient(carrier, { logger });
    const own = connectDatabase({ url: database.url });
    const parts = { environment, database: own, cipher, bus, logger };
    const stop = await startServices({ ...parts, metrics: new Registry() }, carrier);
    const module = makeBotsModule({ ...parts, metrics: new Registry() });
    const bots = await startService({ module, name: 'bots', carrier, logger });
    workers.set(bus, openBotsService({ ...parts, metrics: new Registry() }));
    const sends = openSendService({ ...parts, metrics: new Registry() });
    senders.set(bus, sends);
    replicas.push(bus);
    stops.push(async () => {
      await Promise.all([stop(), bots.close(), sends.egress.close()]);
      await carrier.close();
      await own.close();
    });
  }
  const [bus] = replicas;
  if (!bus) throw new Error('No replica was started.');
  const context = { requestId: 'req_test' };
  const slug = 'writers';
  await bus.call(createTenant, { slug, balance: '1000000' }, context);
  const made = [];
  for (const ordered of [false, true])
    made.push(
      await bus.call(
        createKey,
        { slug, label: 'key', channels: [...CHANNELS], webhookUrl: `${world.url}/hook`, ordered },
        context,
      ),
    );
  const { rows } = await database.db.query<{ id: number }>({ text: 'SELECT id FROM tenants' });
  const tenant = { id: rows[0]?.id ?? 0, slug };
  await addAccounts(database, cipher, tenant.id);
  const bots = {
    id: await addBot(database, bus, slug, `${world.url}/v1`),
    aiUrl: `${world.url}/v1`,
    of: (client: BusClient) => workersOf(workers, client),
  };
  const caller = {
    tenantId: tenant.id,
    tenantSlug: slug,
    instanceId: made[0]?.instanceId ?? '',
    channels: [...CHANNELS],
  };
  return {
    database,
    replicas,
    tenant,
    members: await addMembers(database, tenant.id),
    asTenant: (more = {}) => ({ ...context, caller, ...more }),
    taken: world.taken,
    lost: world.lost,
    bots,
    sendsOf: (client, now) => ({ ...workersOf(senders, client), now: () => now }),
    conflicts,
    errors,
    async [Symbol.asyncDispose]() {
      for (const stop of stops) await stop();
      world.close();
      await database.drop();
    },
  };
}
