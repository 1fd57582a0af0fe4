import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { defineInternal } from '../../define-contract.ts';
import { BotMessageData } from '../../events/platform-events.ts';
import { BusText, MessageId, text } from '../../fields.ts';

/** The data of platform events about a bot's message, in addition to `message.sent`. */
export const BotMessageFacts = asWritten(
  z.object({
    bot: z.object({ id: BusText, name: BusText }),
    turn_id: BusText,
    usage: z.object({ ...BotMessageData.shape.usage.shape, provider: BusText, model: BusText }),
    handed_over: BotMessageData.shape.handed_over,
  }),
);
export type BotMessageFacts = z.infer<typeof BotMessageFacts>;

/** The outcome of an automatic message. */
export const AutomaticSend = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), messageId: MessageId }),
  /** A person intervened: nothing was sent. */
  z.object({ outcome: z.literal('superseded') }),
  /** Refused, by us or by the platform: nothing was sent. */
  z.object({ outcome: z.literal('refused'), code: z.string() }),
  /** It is unknown whether it was sent; it is never sent again. */
  z.object({ outcome: z.literal('unknown') }),
  /** An earlier call with the same key is still running. */
  z.object({ outcome: z.literal('running') }),
]);
export type AutomaticSend = z.infer<typeof AutomaticSend>;

/**
 * One message of a bot's reply, with origin `bot`: like any other message, but sent only while no member has intervened
 * since the reply was begun (docs/reference/bots.md#people-first). A repeat of the same part is the same message.
 */
export const sendBotMessage = defineInternal({
  service: 'send',
  name: 'send-bot-message',
  input: z.object({
    tenantId: z.int(),
    conversationId: z.int(),
    /** From 1. */
    part: z.int().min(1).max(3),
    message: text(65_536),
    /** The conversation's epoch when the reply was begun. */
    epoch: z.int(),
    facts: BotMessageFacts,
  }),
  output: AutomaticSend,
  errors: [],
  deadlineMs: 25_000,
});
