import { z } from 'zod';
import { AiProvider } from '../../ai-providers.ts';
import { asWritten } from '../../casing/camel.ts';
import { OF_TENANT } from '../../contract/audit-values.ts';
import { changed, made, one, removed, replaced } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { areDistinct, Instant, line, RowId, Slug, text } from '../../fields.ts';
import { foldText } from '../../text/fold-text.ts';
import { jsonObject } from '../../text/storable.ts';
import { BotId } from '../../values/row-ids.ts';
import { WeeklyHours } from '../../workspace/weekly-hours.ts';
import { ModelName } from './ai-keys.ts';
import { AmountFromZero, ListQuery, listOf } from './tenants.ts';

const BOT_FIELDS = [
  'slug',
  'id',
  'name',
  'enabled',
  'key_mode',
  'provider',
  'model',
  'accounts',
  'trigger.kind',
  'trigger.match',
  'trigger.time_zone',
  'trigger.when',
  'trigger.hours.days',
  'trigger.hours.from',
  'trigger.hours.to',
  'groups',
  'debounce_seconds',
  'max_wait_seconds',
  'resume_after_minutes',
  'pause_on_api',
  'history_tokens',
  'caps.turns_per_conversation_hour',
  'caps.tokens_per_day',
  'caps.cost_per_month',
  'tools.name',
  'tools.url',
  'status',
  'stopped_reason',
  'created_at',
  'updated_at',
];

/** A word of vowel signs only would be empty after folding. */
const Word = line(100).refine((word) => foldText(word).trim() !== '', 'must have a letter, a digit or a sign');
const Words = z.array(Word).max(100);

/** When a bot answers (docs/reference/bots.md#trigger). */
export const BotTrigger = asWritten(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({
      kind: z.literal('keywords'),
      words: Words.min(1),
      match: z.enum(['contains', 'exact', 'starts']),
    }),
    z.object({
      kind: z.literal('schedule'),
      when: z.enum(['inside', 'outside']),
      ...WeeklyHours.shape,
    }),
  ]),
).register(SCHEMA_NAMES, { id: 'BotTrigger' });
export type BotTrigger = z.infer<typeof BotTrigger>;

export const BotCaps = asWritten(
  z.object({
    turns_per_conversation_hour: z.int().min(1).max(1000).default(20),
    tokens_per_day: z.int().min(1).max(1_000_000_000).nullable().default(null).describe('Null: no cap'),
    cost_per_month: AmountFromZero.nullable().default(null).describe('By the price list of the operator; null: no cap'),
  }),
).register(SCHEMA_NAMES, { id: 'BotCaps' });
export type BotCaps = z.infer<typeof BotCaps>;

/** A JSON Schema has some ten. */
const SCHEMA_MEMBERS_MAX = 100;
/** More do not fit into 8 KiB. */
const SCHEMA_VALUES_MAX = 4096;

/** Names of the tools that every bot has. */
export const OWN_TOOLS = ['search_knowledge', 'hand_over'] as const;
const TAKEN: ReadonlySet<string> = new Set(OWN_TOOLS);

export const BotTool = z
  .object({
    name: z
      .string()
      .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 of a-z, A-Z, 0-9, _ and -')
      .refine((name) => !TAKEN.has(name), 'must not be the name of a tool that every bot has'),
    description: text(1000),
    parameters: jsonObject(SCHEMA_MEMBERS_MAX, SCHEMA_VALUES_MAX).describe('JSON Schema of an object, at most 8 KiB'),
    url: line(2048).describe('Called by signed POST, under the egress rules'),
  })
  .register(SCHEMA_NAMES, { id: 'BotTool' });
export type BotTool = z.infer<typeof BotTool>;

const Tools = z
  .array(BotTool)
  .max(10)
  .refine((tools) => areDistinct(tools.map(({ name }) => name)), 'must not name a tool twice');

export const BotKeyMode = z.enum(['own', 'platform']);
export type BotKeyMode = z.infer<typeof BotKeyMode>;

const Fields = {
  name: line(100),
  enabled: z.boolean(),
  key_mode: BotKeyMode.describe('The key that pays: the tenant’s own, or the deployment’s for credit'),
  provider: AiProvider,
  model: ModelName,
  instructions: text(20_000),
  accounts: z
    .array(RowId)
    .max(200)
    .refine(areDistinct, 'must not name an account twice')
    .describe('Channel accounts that it answers on, by their `account_id`; none: every account'),
  trigger: BotTrigger,
  stop_words: Words.describe('A message that is one of them, or contains one as a word, is left to people'),
  groups: z.boolean().describe('Whether it answers in groups'),
  debounce_seconds: z.int().min(0).max(60).describe('How long it waits for another message'),
  max_wait_seconds: z.int().min(1).max(300).describe('How long a burst of messages may delay it'),
  resume_after_minutes: z
    .int()
    .min(1)
    .max(10_080)
    .nullable()
    .describe('After a person answered; null: until the conversation is resolved or the bot is set on'),
  pause_on_api: z.boolean().describe('Whether a message through the API pauses it, as a person’s does'),
  history_tokens: z.int().min(0).max(100_000).describe('How much of the conversation the model gets'),
  caps: BotCaps,
  hand_over_message: text(1000).nullable().describe('The message that the customer gets once when a person takes over'),
  tools: Tools,
};

export const BotView = z
  .object({
    ...Fields,
    id: BotId,
    status: z
      .enum(['active', 'stopped'])
      .describe('stopped: see stopped_reason; set enabled to true to start it again'),
    stopped_reason: z.string().nullable().describe('key_refused, out_of_money, no_key, no_credit or no_account'),
    created_at: Instant,
    updated_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Bot' });

const OfBot = { slug: Slug, id: BotId };
const AT_BOTS = '/tenants/{slug}/bots';
const REFUSALS = ['unknown_tenant', 'no_ai_key', 'platform_key_not_offered'] as const;
const ToolSecret = z.string().describe('whsec_…: signs the calls of its tools; shown once');

export const createBot = defineOperator({
  service: 'bots',
  name: 'create-bot',
  method: 'POST',
  path: AT_BOTS,
  summary: 'Create a bot of a tenant',
  description:
    'Creates a bot with its instructions, model, accounts and limits. It answers customers on its accounts when it is enabled and has a key of its AI provider.',
  input: z.object({
    slug: Slug,
    name: Fields.name,
    enabled: Fields.enabled.default(true),
    key_mode: Fields.key_mode,
    provider: Fields.provider,
    model: Fields.model,
    instructions: Fields.instructions,
    accounts: Fields.accounts.default([]),
    trigger: Fields.trigger.default({ kind: 'all' }),
    stop_words: Fields.stop_words.default([]),
    groups: Fields.groups.default(false),
    debounce_seconds: Fields.debounce_seconds.default(5),
    max_wait_seconds: Fields.max_wait_seconds.default(30),
    resume_after_minutes: Fields.resume_after_minutes.default(null),
    pause_on_api: Fields.pause_on_api.default(false),
    history_tokens: Fields.history_tokens.default(6000),
    caps: Fields.caps.prefault({}),
    hand_over_message: Fields.hand_over_message.default(null),
    tools: Fields.tools.default([]),
  }),
  output: BotView.extend({ tool_secret: ToolSecret }),
  successStatus: 201,
  errors: [...REFUSALS, 'too_many_bots'],
  audit: { fields: BOT_FIELDS, change: made() },
});

export const listBots = defineOperator({
  service: 'bots',
  name: 'list-bots',
  method: 'GET',
  path: AT_BOTS,
  summary: 'Bots of a tenant, oldest first',
  description: 'Returns the bots of a tenant page by page, each with its settings and its status.',
  input: z.object({ slug: Slug, ...ListQuery }),
  output: listOf(BotView),
  errors: ['unknown_tenant'],
});

export const getBot = defineOperator({
  service: 'bots',
  name: 'get-bot',
  method: 'GET',
  path: `${AT_BOTS}/{id}`,
  summary: 'A bot of a tenant',
  description:
    'Returns the settings of a bot, its status, and for a stopped one the reason, such as a refused key or missing credit.',
  input: z.object(OfBot),
  output: BotView,
  errors: ['unknown_tenant', 'unknown_bot'],
});

export const updateBot = defineOperator({
  service: 'bots',
  name: 'update-bot',
  method: 'PATCH',
  path: `${AT_BOTS}/{id}`,
  summary: 'Change a bot; enabled true restarts a stopped bot, with accounts if its only one was disconnected',
  description:
    'Changes the given fields only: instructions, model, accounts, tools, limits. `enabled` false pauses a bot, true starts it again.',
  input: z.object({ ...OfBot, ...z.object(Fields).partial().shape }),
  output: BotView,
  errors: [...REFUSALS, 'unknown_bot'],
  audit: { fields: BOT_FIELDS, change: changed(one(getBot)) },
});

export const deleteBot = defineOperator({
  service: 'bots',
  name: 'delete-bot',
  method: 'DELETE',
  path: `${AT_BOTS}/{id}`,
  summary: 'Delete a bot and its knowledge; its turns and their cost stay listed',
  description: 'Deletes a bot with its knowledge. It no longer answers; the record of its turns and costs stays.',
  input: z.object(OfBot),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['unknown_tenant', 'unknown_bot'],
  audit: { fields: BOT_FIELDS, change: removed(one(getBot)) },
});

export const rotateToolSecret = defineOperator({
  service: 'bots',
  name: 'rotate-tool-secret',
  method: 'POST',
  path: `${AT_BOTS}/{id}/rotate-tool-secret`,
  summary: 'Replace the secret that signs the calls of a bot’s tools; the old one ends at once',
  description:
    'Creates a new secret that signs a bot’s calls of tools, which only this response shows. Calls are signed with it at once, so change the receivers at the same time.',
  input: z.object(OfBot),
  output: z.object({ tool_secret: ToolSecret }),
  errors: ['unknown_tenant', 'unknown_bot'],
  audit: { fields: OF_TENANT, change: replaced('tool_secret') },
});
