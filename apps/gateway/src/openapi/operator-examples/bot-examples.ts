import { type AnswerOf, AT, IN_SHOP, LATER, type OperatorExamples, pageOf } from './example-of.ts';

const BOT: AnswerOf<'get-bot'> = {
  id: 'bot_4',
  name: 'Opening hours',
  enabled: true,
  key_mode: 'own',
  provider: 'openai',
  model: 'gpt-5-mini',
  instructions: 'Answer questions about the opening hours. Hand over everything else.',
  accounts: [3],
  trigger: { kind: 'all' },
  stop_words: [],
  groups: false,
  debounce_seconds: 4,
  max_wait_seconds: 30,
  resume_after_minutes: null,
  pause_on_api: false,
  history_tokens: 4000,
  caps: { turns_per_conversation_hour: 30, tokens_per_day: null, cost_per_month: '20' },
  hand_over_message: 'A colleague answers soon.',
  tools: [],
  status: 'active',
  stopped_reason: null,
  created_at: AT,
  updated_at: AT,
};
const OF_BOT = { ...IN_SHOP, id: BOT.id };
const TOOL_SECRET = 'whsec_C2FVsBQIhrscChlQIMV1b5sSYspob7oD';
const AI_KEY: AnswerOf<'list-ai-keys'>['items'][number] = {
  provider: 'openai',
  base_url: null,
  last4: '1a2b',
  status: 'works',
  tested_at: AT,
};
const OF_PROVIDER = { ...IN_SHOP, provider: 'openai' } as const;
const USAGE = { input_tokens: 812, cached_tokens: 512, output_tokens: 64, reasoning_tokens: 0, cost: '0.0011' };
const REPLY = 'We are open from 9 to 18 on weekdays.';
const KNOWLEDGE: AnswerOf<'get-knowledge'> = {
  id: 'src_2',
  kind: 'text',
  title: 'Opening hours',
  status: 'ready',
  error: null,
  bytes: REPLY.length,
  tokens: 12,
  created_at: AT,
};
const OF_SOURCE = { ...OF_BOT, source: KNOWLEDGE.id };

/** Examples of the endpoints of bots, their keys and their knowledge. */
export const BOT_EXAMPLES = {
  'set-ai-key': {
    request: { ...OF_PROVIDER, api_key: 'sk-proj-1a2b1a2b1a2b', test: true },
    answer: { ...AI_KEY, problem: null },
  },
  'list-ai-keys': { request: IN_SHOP, answer: { items: [AI_KEY], platform: { providers: ['google'], price: 0.5 } } },
  'test-ai-key': { request: OF_PROVIDER, answer: { ...AI_KEY, problem: null } },
  'delete-ai-key': { request: OF_PROVIDER, answer: { deleted: true } },
  'create-bot': {
    request: {
      ...IN_SHOP,
      name: BOT.name,
      key_mode: 'own',
      provider: 'openai',
      model: BOT.model,
      instructions: BOT.instructions,
      accounts: BOT.accounts,
      hand_over_message: BOT.hand_over_message,
    },
    answer: { ...BOT, tool_secret: TOOL_SECRET },
  },
  'list-bots': { request: IN_SHOP, answer: pageOf(BOT) },
  'get-bot': { request: OF_BOT, answer: BOT },
  'update-bot': { request: { ...OF_BOT, enabled: false }, answer: { ...BOT, enabled: false, updated_at: LATER } },
  'delete-bot': { request: OF_BOT, answer: { deleted: true } },
  'rotate-tool-secret': { request: OF_BOT, answer: { tool_secret: TOOL_SECRET } },
  'try-bot': {
    request: { ...OF_BOT, channel: 'wa', messages: [{ from: 'customer', text: 'When do you open?' }] },
    answer: {
      outcome: 'reply',
      reason: null,
      retry_after: null,
      texts: [REPLY],
      tool_calls: [],
      passages: [{ source: KNOWLEDGE.id, title: KNOWLEDGE.title, text: REPLY }],
      usage: USAGE,
    },
  },
  'list-bot-turns': {
    request: OF_BOT,
    answer: pageOf({
      id: 'turn_31',
      conversation_id: 7,
      state: 'done',
      outcome: 'replied',
      reason: null,
      trigger_message_id: '12',
      attempts: 1,
      texts: [REPLY],
      sent: 1,
      usage: { calls: 1, ...USAGE, price_versions: ['2026-02-01'] },
      created_at: AT,
      ended_at: AT,
    }),
  },
  'show-bot-usage': {
    request: { ...OF_BOT, days: 30 },
    answer: { items: [{ day: '2026-03-01', turns: 1, calls: 1, failed_calls: 0, untold_calls: 0, ...USAGE }] },
  },
  'add-knowledge': {
    request: { ...OF_BOT, kind: 'text', title: KNOWLEDGE.title, text: REPLY },
    answer: { ...KNOWLEDGE, status: 'processing', tokens: 0 },
  },
  'list-knowledge': { request: OF_BOT, answer: pageOf(KNOWLEDGE) },
  'get-knowledge': { request: OF_SOURCE, answer: KNOWLEDGE },
  'delete-knowledge': { request: OF_SOURCE, answer: { deleted: true } },
} satisfies Partial<OperatorExamples>;
