import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';

/** Additional values of a bot's message. */
export interface BotSend {
  /** The conversation's epoch when the reply was begun: a person who intervenes increments it. */
  epoch: number;
  facts: BotMessageFacts;
}

/** State of the bots in a conversation, from its locked row. */
export interface BotConversation {
  bot: 'on' | 'paused';
  epoch: number;
}

/** Owner of the Idempotency-Keys of a tenant's automatic messages. Never equals an instance id. */
export const botKeysOf = (tenantId: number): string => `bots-${tenantId}`;

/** A person can intervene until the message is reserved (docs/reference/bots.md#people-first). */
export const isSuperseded = (send: BotSend, conversation: BotConversation | null): boolean =>
  conversation === null || conversation.bot !== 'on' || conversation.epoch !== send.epoch;
