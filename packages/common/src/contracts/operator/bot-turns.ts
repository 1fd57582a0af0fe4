import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { OF_TENANT, TRIES } from '../../contract/audit-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, MessageId, Slug, text } from '../../fields.ts';
import { BotId, TurnId } from '../../values/row-ids.ts';
import { ListQuery, listOf } from './tenants.ts';

/** How a turn ends. */
export const TURN_OUTCOMES = [
  'replied',
  'handed_over',
  'stopped',
  'superseded_by_person',
  'no_reply',
  'capped',
  'failed',
  'unknown',
] as const;

const Cost = z
  .string()
  .nullable()
  .describe('In the currency of the operator’s price list, with at most six decimals; null if a call had no price');

/** Usage of model calls. */
const Usage = {
  input_tokens: z.int().describe('Includes cached tokens'),
  cached_tokens: z.int(),
  output_tokens: z.int().describe('Includes reasoning tokens'),
  reasoning_tokens: z.int(),
  cost: Cost,
};

const OfBot = { slug: Slug, id: BotId };

const TRANSCRIPT_MAX = 50;
const MESSAGE_MAX = 6000;

/** One reply to a transcript (docs/reference/bot-replies.md#try). */
export const tryBot = defineOperator({
  service: 'bots',
  name: 'try-bot',
  method: 'POST',
  path: '/tenants/{slug}/bots/{id}/try',
  summary: 'Let a bot answer a transcript: nothing is stored or sent, and it costs as much as a reply',
  description:
    'Lets a bot answer a given transcript, to test its instructions and knowledge. Nothing is stored or sent to a person; the model’s usage is charged as in a reply.',
  input: z.object({
    ...OfBot,
    channel: Channel.default('wa').describe('The channel whose length limit applies to the reply'),
    messages: z
      .array(z.object({ from: z.enum(['customer', 'business']), text: text(MESSAGE_MAX) }))
      .min(1)
      .max(TRANSCRIPT_MAX)
      .refine((messages) => messages.at(-1)?.from === 'customer', 'must end with a message of the customer')
      .describe('Oldest first'),
  }),
  output: z.object({
    outcome: z.enum(['reply', 'hand_over', 'stopped', 'wait']),
    reason: z.string().nullable().describe('The reason why there is no reply'),
    retry_after: z.int().nullable().describe('Seconds, if the provider is busy'),
    texts: z.array(z.string()).describe('The messages that the customer would get'),
    tool_calls: z.array(
      z.object({
        name: z.string(),
        arguments: z.record(z.string(), z.json()),
        ok: z
          .boolean()
          .describe('False: the arguments were wrong, or it was not called, as tools of your own are not in a trial'),
      }),
    ),
    passages: z
      .array(z.object({ source: z.string(), title: z.string().nullable(), text: z.string() }))
      .describe('The passages that were found in the knowledge'),
    usage: z.object(Usage),
  }),
  errors: ['unknown_tenant', 'unknown_bot', 'insufficient_balance', 'rate_limited'],
  deadlineMs: 150_000,
  audit: { fields: [...OF_TENANT, 'channel'], change: TRIES },
});

export const BotTurnView = z
  .object({
    id: TurnId,
    conversation_id: z.int(),
    state: z.enum(['open', 'done']),
    outcome: z.enum(TURN_OUTCOMES).nullable().describe('Null while it is open'),
    reason: z.string().nullable(),
    trigger_message_id: MessageId.describe('The newest message that it answers'),
    attempts: z.int(),
    texts: z.array(z.string()).describe('The reply, once it was made'),
    sent: z.int().describe('How many of the texts were sent'),
    usage: z.object({
      calls: z.int(),
      ...Usage,
      price_versions: z.array(z.string()).describe('Versions of the price lists that the cost is from'),
    }),
    created_at: Instant,
    ended_at: Instant.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'BotTurn' });

export const listBotTurns = defineOperator({
  service: 'bots',
  name: 'list-bot-turns',
  method: 'GET',
  path: '/tenants/{slug}/bots/{id}/turns',
  summary: 'Turns of a bot, newest first, with the cost of each',
  description: 'Returns each turn of a bot page by page: the conversation, the outcome, the tokens and the cost.',
  input: z.object({ ...OfBot, ...ListQuery }),
  output: listOf(BotTurnView),
  errors: ['unknown_tenant', 'unknown_bot'],
});

const DAYS_MAX = 366;

export const showBotUsage = defineOperator({
  service: 'bots',
  name: 'show-bot-usage',
  method: 'GET',
  path: '/tenants/{slug}/bots/{id}/usage',
  summary: 'Usage of a bot by day',
  description: 'Returns for each day how many turns a bot took, the tokens and the cost.',
  input: z.object({
    ...OfBot,
    by: z.enum(['day']).default('day'),
    days: z.int().min(1).max(DAYS_MAX).default(30).describe('Number of days (UTC), including today'),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          day: z.iso.date(),
          turns: z.int(),
          calls: z.int(),
          failed_calls: z.int(),
          untold_calls: z.int().describe('Calls whose tokens were not reported; caps count their worst case'),
          ...Usage,
        }),
      )
      .describe('Days with calls, newest first'),
  }),
  errors: ['unknown_tenant', 'unknown_bot'],
});
