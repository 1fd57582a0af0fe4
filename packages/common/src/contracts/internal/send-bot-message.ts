import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { defineInternal } from '../../define-contract.ts';
import { MessageId, text } from '../../fields.ts';
import { BotMessageData } from '../../platform-events.ts';

/** What platform webhooks are sent about a bot's message, beside what `message.sent` says. */
export const BotMessageFacts = asWritten(
  BotMessageData.pick({ bot: true, turn_id: true, usage: true, handed_over: true }),
);
export type BotMessageFacts = z.infer<typeof BotMessageFacts>;

/**
 * One message of a bot's reply, with origin `bot`: like any other, but sent only while nobody of the workspace has stepped in since
 * the reply was begun (docs/reference/bots.md#people-first). A repeat of the same part is the same message.
 */
export const sendBotMessage = defineInternal({
  service: 'send',
  name: 'send-bot-message',
  input: z.object({
    tenantId: z.int(),
    conversationId: z.int(),
    /** Counts from 1. */
    part: z.int().min(1).max(3),
    message: text(65_536),
    /** The conversation's when the reply was begun. */
    epoch: z.int(),
    facts: BotMessageFacts,
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('sent'), messageId: MessageId }),
    /** Somebody stepped in: nothing was sent. */
    z.object({ outcome: z.literal('superseded') }),
    /** It was refused, by us or by the platform: nothing was sent. */
    z.object({ outcome: z.literal('refused'), code: z.string() }),
    /** Nobody knows whether it was sent; it never is again. */
    z.object({ outcome: z.literal('unknown') }),
    /** An earlier call with this part is still running. */
    z.object({ outcome: z.literal('running') }),
  ]),
  errors: [],
  deadlineMs: 25_000,
});
