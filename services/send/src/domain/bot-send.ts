import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';

/** What a message of a bot has beside the rest. */
export interface BotSend {
  /** The conversation's when the reply was begun: a person who has stepped in since has raised it. */
  epoch: number;
  facts: BotMessageFacts;
}

/** Whether bots answer in a conversation, as its locked row says. */
export interface BotConversation {
  bot: 'on' | 'paused';
  epoch: number;
}

/** Whose the Idempotency-Keys of a tenant's bots are, which name turn and part. Instance ids look otherwise. */
export const botKeysOf = (tenantId: number): string => `bots-${tenantId}`;

/** A person steps in until the moment at which the message is reserved (docs/reference/bots.md#people-first). */
export const isSuperseded = (send: BotSend, conversation: BotConversation | null): boolean =>
  conversation === null || conversation.bot !== 'on' || conversation.epoch !== send.epoch;
