import { z } from 'zod';
import { TELLS } from '../../contract/audit-values.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { line, MessageId } from '../../fields.ts';
import { PRICED_CATEGORIES } from '../../messages/message-prices.ts';
import { withContentRules } from '../messages/content-rules.ts';
import { CONTENT_FIELDS } from '../messages/send.ts';
import { SEND_ERRORS } from '../send-errors.ts';

/** The channels on which a workspace may write first; on all others only a person begins a conversation. */
export const STARTING_CHANNELS = ['wa', 'wd'] as const;
const StartingChannel = z.enum(STARTING_CHANNELS);
export type StartingChannel = z.infer<typeof StartingChannel>;

/** The keys of prices: a channel, or a category of its templates. */
const PRICED = [...STARTING_CHANNELS, ...PRICED_CATEGORIES.map((category) => `wa.${category}` as const)] as const;

/** Exceeds the number of accounts that a list of choices can usefully show. */
export const SENDING_ACCOUNTS_MAX = 200;

/** The accounts that can write first, and what a message costs (docs/reference/console.md#new-message). */
export const listSendingAccounts = defineConsole({
  service: 'send',
  name: 'list-sending-accounts',
  method: 'GET',
  summary: 'List the connected accounts that can begin a conversation, with the prices of their messages',
  permission: 'inbox.use',
  input: z.object({}),
  output: z.object({
    items: z
      .array(
        z.object({
          channel: StartingChannel,
          id: z.string().describe('The value for `from` of start-conversation'),
          label: z.string(),
          number: z.string().nullable(),
        }),
      )
      .describe(`The oldest ${SENDING_ACCOUNTS_MAX}, oldest first`),
    prices: z.record(z.enum(PRICED), z.string()).describe('Credit for one message, by channel or category'),
    balance: z.string().nullable().describe('Credit of the workspace; null for a role that may not see it'),
  }),
  errors: [],
});

/** Writes to a number first: origin `dashboard`, the same rules, price and Idempotency-Key as any send. */
export const startConversation = defineConsole({
  service: 'send',
  name: 'start-conversation',
  method: 'POST',
  summary: 'Send the first message to a number, in a new or the existing conversation',
  permission: 'inbox.use',
  input: withContentRules(
    z.object({
      channel: StartingChannel,
      from: line(200).describe('Id of the account that sends'),
      to: line(200).describe('Phone number with country code, or another address of the person on the channel'),
      message: CONTENT_FIELDS.message,
      template: CONTENT_FIELDS.template,
    }),
  ),
  output: z.object({
    message_id: MessageId,
    channel: StartingChannel,
    to: z.string(),
    conversation_id: z.int(),
  }),
  errors: ['unsupported_content', 'plan_limit_reached', 'unknown_message', ...SEND_ERRORS],
  deadlineMs: 25_000,
  audit: { fields: ['channel', 'from', 'template.name', 'template.language'], change: TELLS },
});
