import { hasStopWord, type PickableBot, pickBot } from './pick-bot.ts';

/** A customer's message that the transaction stores in a locked conversation. */
export interface BotMessage {
  tenantId: number;
  conversationId: number;
  channelAccountId: number;
  messageId: string;
  text: string;
  /** By the provider's clock. */
  writtenAt: Date;
  isGroup: boolean;
  /** Whether a bot, or an account that is connected here, wrote it. */
  isMachine: boolean;
}

/** A bot, with the settings that open its turns. */
export interface OpeningBot extends PickableBot {
  tenantId: number;
  debounceSeconds: number;
  maxWaitSeconds: number;
  /** How long a person's answer pauses it; null: until a member switches it on, or resolves the conversation. */
  resumeAfterMinutes: number | null;
}

/** The bot state of a conversation. */
export interface BotConversation {
  conversationId: number;
  bot: 'on' | 'paused';
  /** Null: no pause that ends automatically. */
  botPausedAt: Date | null;
}

/** An open, locked turn. */
export interface OpenTurn {
  id: string;
  conversationId: number;
  botId: number;
  firstAt: Date;
  /** When it runs; also the time after which a busy provider may be called again. */
  dueAt: Date;
  /** Whether its reply is stored: later messages are answered after it. */
  hasReply: boolean;
}

/** The facts that decide about turns: rows of the tenants and conversations of the messages. */
export interface OpeningFacts {
  bots: readonly OpeningBot[];
  conversations: readonly BotConversation[];
  turns: readonly OpenTurn[];
  now: Date;
}

/** A turn to open. */
export interface NewTurn {
  tenantId: number;
  conversationId: number;
  botId: number;
  triggerMessageId: string;
  firstAt: Date;
  dueAt: Date;
}

/** An open turn with more messages to answer. */
export interface MovedTurn {
  id: string;
  triggerMessageId: string;
  firstAt: Date;
  dueAt: Date;
}

/** The writes of the decision. */
export interface Openings {
  opened: NewTurn[];
  moved: MovedTurn[];
  /** Turns that end because the customer wants no bot. */
  ended: string[];
  /** Conversations whose pause has ended. */
  resumed: number[];
}

/** A message that is older when it arrives is history: of a reconnected device, or of a delayed webhook. */
const HISTORY_MS = 10 * 60_000;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Debounce: a burst of messages gets one reply, delayed by each message up to a maximum from the first. */
const dueAfter = ({ debounceSeconds, maxWaitSeconds }: OpeningBot, firstAt: Date, now: Date): Date =>
  new Date(Math.min(later(now, debounceSeconds * 1000).getTime(), later(firstAt, maxWaitSeconds * 1000).getTime()));

/** Whether a customer's message may get an automatic answer. */
export const isAnswerable = (
  { writtenAt, isMachine }: Pick<BotMessage, 'writtenAt' | 'isMachine'>,
  now: Date,
): boolean => !isMachine && now.getTime() - writtenAt.getTime() <= HISTORY_MS;

/** Whether a pause that ends automatically has ended. */
function isPauseOver(
  { bot, botPausedAt }: BotConversation,
  { resumeAfterMinutes: minutes }: OpeningBot,
  now: Date,
): boolean {
  if (bot === 'on') return false;
  if (botPausedAt === null || minutes === null) return false;
  return later(botPausedAt, minutes * 60_000) <= now;
}

/** Decides for each conversation, one message after the other, on the result of the earlier ones. */
class Decider {
  readonly #facts: OpeningFacts;
  readonly #conversations: Map<number, BotConversation>;
  readonly #stored: Map<number, OpenTurn>;
  readonly #opened = new Map<number, NewTurn>();
  readonly #moved = new Map<string, MovedTurn>();
  readonly #ended = new Set<string>();
  readonly #resumed = new Set<number>();

  constructor(facts: OpeningFacts) {
    this.#facts = facts;
    this.#conversations = new Map(
      facts.conversations.map((conversation) => [conversation.conversationId, conversation]),
    );
    this.#stored = new Map(facts.turns.map((turn) => [turn.conversationId, turn]));
  }

  take(message: BotMessage): void {
    if (!isAnswerable(message, this.#facts.now)) return;
    const { conversationId } = message;
    const stored = this.#stored.get(conversationId);
    const opened = this.#opened.get(conversationId);
    if (stored && !this.#ended.has(stored.id)) this.#move(stored, message);
    else if (opened) this.#extend(opened, message);
    else this.#open(message);
  }

  result(): Openings {
    return {
      opened: [...this.#opened.values()],
      moved: [...this.#moved.values()],
      ended: [...this.#ended],
      resumed: [...this.#resumed],
    };
  }

  #botOf = (id: number): OpeningBot | undefined => this.#facts.bots.find((bot) => bot.id === id);

  #move(turn: OpenTurn, { text, messageId }: BotMessage): void {
    const bot = this.#botOf(turn.botId);
    // The bot is off by now: its worker ends the turn.
    if (!bot) return;
    if (hasStopWord(bot, text)) {
      this.#moved.delete(turn.id);
      this.#ended.add(turn.id);
      return;
    }
    const { now } = this.#facts;
    const firstAt = turn.hasReply ? (this.#moved.get(turn.id)?.firstAt ?? now) : turn.firstAt;
    const due = dueAfter(bot, firstAt, now);
    // Another message must not call a provider earlier than its retry delay allows.
    const dueAt = due > turn.dueAt ? due : turn.dueAt;
    this.#moved.set(turn.id, { id: turn.id, triggerMessageId: messageId, firstAt, dueAt });
  }

  #extend(turn: NewTurn, { text, conversationId, messageId }: BotMessage): void {
    const bot = this.#botOf(turn.botId);
    if (bot && hasStopWord(bot, text)) this.#opened.delete(conversationId);
    else this.#opened.set(conversationId, { ...turn, triggerMessageId: messageId });
  }

  #open({ tenantId, conversationId, channelAccountId: accountId, messageId, text, isGroup }: BotMessage): void {
    const { bots, now } = this.#facts;
    const conversation = this.#conversations.get(conversationId);
    if (!conversation) return;
    const own = bots.filter((bot) => bot.tenantId === tenantId);
    const bot = pickBot(own, { accountId, text, isGroup, at: now });
    if (!bot) return;
    if (conversation.bot === 'paused') {
      if (!isPauseOver(conversation, bot, now)) return;
      this.#resumed.add(conversationId);
    }
    const dueAt = dueAfter(bot, now, now);
    this.#opened.set(conversationId, {
      tenantId,
      conversationId,
      botId: bot.id,
      triggerMessageId: messageId,
      firstAt: now,
      dueAt,
    });
  }
}

/**
 * Decides which turns messages open, extend or end (docs/reference/bots.md#when-a-bot-answers). Messages come in the
 * order in which they are stored.
 */
export function decideOpenings(messages: readonly BotMessage[], facts: OpeningFacts): Openings {
  const decider = new Decider(facts);
  for (const message of messages) decider.take(message);
  return decider.result();
}
