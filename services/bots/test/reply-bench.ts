import type { BusClient } from '@parley/bus/bus-client';
import type { BotTool } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import type { AiAccount, AiMessage } from '@parley/providers/ai/ai-port';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { makeScriptedAi, type ScriptedAi } from '@parley/testing/servers/scripted-ai';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { keyPurpose } from '../src/keys/key.rules.ts';
import { addKnowledge } from '../src/knowledge/add-knowledge.ts';
import { readNextSource } from '../src/knowledge/read-next-source.ts';
import type { HistoryMessage } from '../src/replies/history.rules.ts';
import { makeReply } from '../src/replies/make-reply.steps.ts';
import type { Models } from '../src/replies/open-models.client.ts';
import type { ReadFile } from '../src/replies/read-file.client.ts';
import type { ReplyBot, ReplyOutcome, ToolConversation } from '../src/replies/reply.rules.ts';
import type { BotsService } from '../src/service.ts';
import { toolSecretPurpose } from '../src/settings/bot.rules.ts';
import { addBot, addConversation, addMessage } from './bot-rows.ts';
import { cannotTranscribe, type GivenParts, type OpenBots, openBots, START } from './open-bots.ts';
import { openToolServer, type ToolServer } from './tool-server.ts';

/** Signs the calls of the bot's tools. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const CAPS = { turns_per_conversation_hour: 20, tokens_per_day: null, cost_per_month: null };
/** A source that is too long for the prompt. */
const LONG = 'word '.repeat(5000);

type Said = Omit<HistoryMessage, 'messageId'>;
export const asked = (text: string, files: Said['files'] = []): Said => ({ isCustomer: true, text, files });
export const answered = (text: string): Said => ({ isCustomer: false, text, files: [] });

interface Job {
  /** Tools without an address are at the tenant's server. */
  bot?: Partial<Omit<ReplyBot, 'tools'>> & { tools?: (Omit<BotTool, 'url'> & { url?: string })[] };
  signal?: AbortSignal;
  callsBefore?: number;
}

/** Replies of one tenant's bot, over real messages and knowledge. */
export interface ReplyBench {
  service: BotsService;
  ai: ScriptedAi;
  bot: ReplyBot;
  tools: ToolServer;
  /** The calls that the tenant's server got. */
  posted(): Record<string, unknown>[];
  /** The stored model calls. */
  usage(): ReturnType<OpenBots['database']['db']['prisma']['botUsage']['findMany']>;
  /** The status of the tenant's key. */
  keyStatus(): Promise<string | undefined>;
  /** The conversations of the replies, as a tool gets them. */
  conversations: ToolConversation[];
  /** Makes a reply to these messages of a new conversation. */
  reply(messages: Said[], given?: Job): Promise<ReplyOutcome>;
}

interface Given extends Omit<GivenParts, 'bus' | 'models'>, Partial<Models> {
  /** The tenant's key; null: it has none. */
  account?: Pick<AiAccount, 'provider' | 'apiKey' | 'baseUrl'> | null;
  hasRealModels?: boolean;
  /** Markdown. */
  knowledge?: string;
  /** Whether the knowledge is too long for the prompt. */
  isLong?: boolean;
  files?: Record<string, ReadFile>;
  balance?: number;
}

const ACCOUNT = { provider: 'openai', apiKey: 'sk-own', baseUrl: null } as const;

/** A media door that delivers these files. */
function busOver(files: Record<string, ReadFile>): Pick<BusClient, 'stream' | 'call'> {
  async function stream(_contract: unknown, { attachmentId }: { attachmentId: string }) {
    const file = files[attachmentId];
    if (!file) throw new AppError('media_gone');
    const head = { mimeType: file.mimeType, filename: null, size: file.bytes.length };
    return { head, body: [file.bytes], cancel() {} };
  }
  return {
    // safe: files are read by one contract
    stream: stream as unknown as BusClient['stream'],
    call: () => Promise.reject(new Error('A reply is not sent here.')),
  };
}

async function learn(open: OpenBots, service: BotsService, bot: { slug: string; id: string }, given: Given) {
  const { knowledge, isLong = false } = given;
  const texts = [...(knowledge === undefined ? [] : [knowledge]), ...(isLong ? [LONG] : [])];
  for (const text of texts) await addKnowledge(service, { ...bot, kind: 'markdown', title: 'Page', text });
  while (await readNextSource(open.service));
}

async function openReplies(open: OpenBots, tools: ToolServer, given: Given): Promise<ReplyBench> {
  const { account = ACCOUNT, files = {}, balance = 0, environment, hasRealModels = false, ...parts } = given;
  const { db } = open.database;
  const ai = makeScriptedAi();
  const { generate = ai.generate, transcribe = cannotTranscribe } = given;
  const service = open.makeReplica({
    ...parts,
    environment: { PARLEY_EGRESS_ALLOW: '127.0.0.0/8', PARLEY_AI_OPENAI_KEY: 'sk-of-the-deployment', ...environment },
    bus: busOver(files),
    models: hasRealModels ? 'real' : { generate, transcribe },
  });
  const { id: tenantId, slug } = await makeTestTenant(db);
  await db.prisma.tenant.update({ where: { id: tenantId }, data: { balance } });
  const bot: ReplyBot = {
    id: await addBot(db, tenantId),
    tenantId,
    name: 'Noor',
    keyMode: 'own',
    provider: 'openai',
    model: 'model-1',
    instructions: 'Be kind.',
    historyTokens: 6000,
    caps: CAPS,
    tools: [],
    toolSecret: open.cipher.encrypt(SECRET, toolSecretPurpose(tenantId)),
  };
  await learn(open, service, { slug, id: `bot_${bot.id}` }, given);
  if (account) {
    const { provider, baseUrl } = account;
    const apiKey = open.cipher.encrypt(account.apiKey, keyPurpose({ tenantId, provider }));
    const at = { createdAt: START, updatedAt: START };
    await db.prisma.aiKey.create({ data: { tenantId, provider, apiKey, baseUrl, last4: '', ...at } });
  }
  const conversations: ToolConversation[] = [];

  async function say(messages: Said[]) {
    const conversation = await addConversation(db, tenantId);
    const { id, peer, contactId } = conversation;
    conversations.push({
      id,
      channel: 'tg',
      account: { id: `bot-${peer}`, name: 'Shop' },
      person: { contact_id: contactId, address: peer, name: 'Ann' },
    });
    let triggerMessageId = '0';
    for (const { isCustomer, text, files: shown } of messages) {
      const attachments = shown.map(({ attachmentId, type, mimeType }) => ({
        ...{ id: attachmentId, type: type as 'image', url: null, mime_type: mimeType }, // safe: the test names a type
        ...{ filename: null, size: null, payload: null },
      }));
      const direction = isCustomer ? 'in' : 'out';
      triggerMessageId = await addMessage(db, conversation, { text, direction, attachments });
    }
    return { id: '99', tenantId, conversationId: id, mergedIds: [], triggerMessageId };
  }

  return {
    service,
    ai,
    bot,
    tools,
    posted: () => tools.received.map(({ body }) => JSON.parse(body)),
    usage: () => db.prisma.botUsage.findMany({ where: { botId: bot.id }, orderBy: { id: 'asc' } }),
    keyStatus: async () => (await db.prisma.aiKey.findFirst({ where: { tenantId } }))?.status,
    conversations,
    async reply(messages, { bot: changed = {}, signal = new AbortController().signal, callsBefore = 0 } = {}) {
      const turn = await say(messages);
      const own = (changed.tools ?? []).map((tool) => ({ url: tools.url, ...tool }));
      return makeReply(service, { turn, bot: { ...bot, ...changed, tools: own }, callsBefore, signal });
    },
  };
}

/** Gives the tests of a file one database and one tenant's server, and each of them its own tenant. */
export function useReplies(): (given?: Given) => Promise<ReplyBench> {
  let open: OpenBots;
  let tools: ToolServer;
  beforeAll(async () => {
    open = await openBots();
    tools = await openToolServer();
  });
  afterAll(async () => {
    await open[Symbol.asyncDispose]();
    await tools[Symbol.asyncDispose]();
  });
  beforeEach(() => tools.reset());
  return (given = {}) => openReplies(open, tools, given);
}

/** A customer's message as the model got it: its text parts, and the types of its files. */
export const textOf = (message: AiMessage | undefined): string =>
  message?.role === 'customer'
    ? message.parts.map((part) => (part.type === 'text' ? part.text : `<${part.mediaType}>`)).join('|')
    : '';
