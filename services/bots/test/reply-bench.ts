import type { AiAccount, AiMessage, Transcribe } from '@parley/providers/ai/ai-port';
import { makeScriptedAi, type ScriptedAi } from '@parley/testing/scripted-ai';
import type { CallFacts } from '../src/domain/admit-call.ts';
import type { HistoryMessage } from '../src/domain/fit-history.ts';
import type { ModelPrice } from '../src/domain/read-price-list.ts';
import type { ReplyBot } from '../src/domain/reply-bot.ts';
import type { ReplyOutcome } from '../src/domain/reply-outcome.ts';
import type { NewUsage, SettledUsage } from '../src/use-cases/call-model.ts';
import { type MakeReplyDeps, makeReply, type ReplyJob } from '../src/use-cases/make-reply.ts';
import type { Passage, RunToolDeps, ToolConversation } from '../src/use-cases/run-tool.ts';
import type { ReadFile } from '../src/use-cases/show-history.ts';

export const NOW = new Date('2026-07-01T12:00:00Z');

export const BOT: ReplyBot = {
  id: 7,
  tenantId: 3,
  name: 'Noor',
  keyMode: 'own',
  provider: 'openai',
  model: 'model-1',
  instructions: 'Be kind.',
  historyTokens: 6000,
  caps: { turns_per_conversation_hour: 20, tokens_per_day: null, cost_per_month: null },
  tools: [],
  toolSecret: 'sealed',
};

export const CONVERSATION: ToolConversation = {
  id: 11,
  channel: 'tg',
  account: { id: '4242', name: 'Shop' },
  person: { contact_id: 5, address: '123456', name: 'Ann' },
};

let number = 0;
export const asked = (text: string, files: HistoryMessage['files'] = []): HistoryMessage => ({
  messageId: String(++number),
  isCustomer: true,
  text,
  files,
});
export const answered = (text: string): HistoryMessage => ({ ...asked(text), isCustomer: false });

interface Job {
  bot?: Partial<ReplyBot>;
  signal?: AbortSignal;
  callsBefore?: number;
}

type PostedTool = Parameters<RunToolDeps['postTool']>[0];

/** Makes replies over a scripted model and values in memory. */
export interface ReplyBench {
  ai: ScriptedAi;
  /** The stored row of each call. */
  usage: (NewUsage & { settled: SettledUsage | null })[];
  posted: PostedTool[];
  searched: string[][];
  marked: string[];
  /** Number of replies that hold files in memory. */
  holding: number;
  deps: MakeReplyDeps;
  reply(messages: HistoryMessage[], given?: Job): Promise<ReplyOutcome>;
}

interface Given {
  account?: AiAccount | null;
  ai?: Pick<ScriptedAi, 'generate'>;
  transcribe?: Transcribe;
  knowledge?: string | null;
  passages?: Passage[];
  files?: Record<string, ReadFile>;
  postTool?: RunToolDeps['postTool'];
  price?: ModelPrice | null;
  /** Null: the call needs none. */
  credit?: CallFacts['credit'];
  now?: () => Date;
}

const ACCOUNT: AiAccount = { provider: 'openai', apiKey: 'sk-own', baseUrl: null };
const unable: Transcribe = () => Promise.reject(new Error('Nobody transcribes here.'));

/** Counts like the store: unsettled calls, and those settled without usage, with their worst case. */
function spentOf(usage: ReplyBench['usage']) {
  const tokensOf = ({ worst, settled }: ReplyBench['usage'][number]): number => {
    if (settled?.isUnpaid) return 0;
    return settled?.usage ? settled.usage.inputTokens + settled.usage.outputTokens : worst.tokens;
  };
  const costOf = ({ worst, settled }: ReplyBench['usage'][number]): bigint =>
    settled?.costMicros ?? worst.costMicros ?? 0n;
  return {
    tokensToday: usage.reduce((sum, row) => sum + tokensOf(row), 0),
    costThisMonthMicros: usage.reduce((sum, row) => sum + costOf(row), 0n),
  };
}

export function openReplies(given: Given = {}): ReplyBench {
  const ai = makeScriptedAi();
  const { account = ACCOUNT, passages = [], files = {}, price = null, credit = null, now = () => NOW } = given;
  const knowledge = given.knowledge === undefined ? '' : given.knowledge;
  let history: HistoryMessage[] = [];
  const bench: Omit<ReplyBench, 'deps' | 'reply'> = {
    ai,
    usage: [],
    posted: [],
    searched: [],
    marked: [],
    holding: 0,
  };
  const deps: MakeReplyDeps = {
    async reserveUsage(call, _caps, decide) {
      const decision = decide({ spent: spentOf(bench.usage), credit, isPaid: false, trials: null });
      if (decision.kind !== 'admit') return { refused: decision };
      bench.usage.push({ ...call, settled: null });
      return { id: String(bench.usage.length - 1) };
    },
    async settleUsage(_tenantId, id, settled) {
      const row = bench.usage[Number(id)];
      if (row) row.settled = settled;
    },
    replyPrice: '1',
    priceOf: () => price,
    now,
    openAccount: async () =>
      account && {
        ...account,
        generate: (given.ai ?? ai).generate,
        transcribe: given.transcribe ?? unable,
        stored: null,
      },
    async markKey(_account, status) {
      bench.marked.push(status);
      return true;
    },
    loadConversation: async () => ({ channel: 'tg', conversation: CONVERSATION, messages: history }),
    async holdFiles() {
      bench.holding++;
      return () => void bench.holding--;
    },
    loadAllKnowledge: async () => knowledge,
    async searchKnowledge({ queries }) {
      bench.searched.push(queries);
      return passages;
    },
    async postTool(call) {
      bench.posted.push(call);
      return given.postTool ? given.postTool(call) : { ok: true, text: '{"status":"shipped"}' };
    },
    readFile: async (id, { maxBytes }) => {
      const file = files[id];
      return file && file.bytes.length <= maxBytes ? file : null;
    },
  };
  const whole: ReplyBench = Object.assign(bench, {
    deps,
    async reply(
      messages: HistoryMessage[],
      { bot = {}, signal = new AbortController().signal, callsBefore = 0 } = {} as Job,
    ) {
      history = messages;
      const job: ReplyJob = {
        tenantId: BOT.tenantId,
        bot: { ...BOT, ...bot },
        conversationId: CONVERSATION.id,
        mergedIds: [],
        turnId: '99',
        callsBefore,
        triggerMessageId: messages.at(-1)?.messageId ?? '0',
        signal,
      };
      return makeReply(deps)(job);
    },
  });
  return whole;
}

/** A customer's message as the model got it: its texts, and the types of its files. */
export const textOf = (message: AiMessage | undefined): string =>
  message?.role === 'customer'
    ? message.parts.map((part) => (part.type === 'text' ? part.text : `<${part.mediaType}>`)).join('|')
    : '';
