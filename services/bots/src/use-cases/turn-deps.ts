import type { Channel } from '@parley/common/channels';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import type { NewFact } from '@parley/messaging/notify/write-facts';
import type { CreditFacts } from '../domain/admit-call.ts';
import type { BotsKey, ClaimedTurn, Ending, TurnBot, TurnConversation, TurnOutcome } from '../domain/decide-turn.ts';
import type { Line } from '../domain/loop-guard.ts';
import type { ReplyOutcome } from '../domain/reply-outcome.ts';

/** A turn and its conversation, locked. */
export interface LockedTurn {
  conversation: TurnConversation;
  triggerMessageId: string;
  answeredId: string | null;
  mergedIds: number[];
  firstAt: Date;
  dueAt: Date;
}

/** The steps of one transaction. */
export interface TurnStore {
  /** Locks the tenant; must be the first lock. */
  lockCredit(turn: ClaimedTurn): Promise<CreditFacts>;
  /** Locks the conversation, then the turn; null when its lease is lost. */
  lock(turn: ClaimedTurn): Promise<LockedTurn | null>;
  /** `rest`: when the answer to messages that the reply does not cover is due; null: there are none. */
  keepReply(
    turn: ClaimedTurn,
    reply: { texts: string[]; answeredId: string; handedOver: boolean; reason: string | null },
    rest: Pick<LockedTurn, 'firstAt' | 'dueAt'> | null,
  ): Promise<void>;
  /** `sent`: the number of parts sent. */
  end(
    turn: ClaimedTurn,
    ending: Pick<Ending, 'outcome' | 'reason'> & Pick<ClaimedTurn, 'sent'>,
    at: Date,
  ): Promise<void>;
  /** Opens the next turn of the conversation. */
  open(
    turn: ClaimedTurn,
    next: Pick<LockedTurn, 'triggerMessageId' | 'mergedIds' | 'firstAt' | 'dueAt'>,
    at: Date,
  ): Promise<void>;
  /** `pausedAt` null: until somebody turns the bot on again. */
  pause(turn: ClaimedTurn, pausedAt: Date | null): Promise<void>;
  /** Locks the bot's current key; null: the bot was deleted. */
  lockBotsKey(turn: ClaimedTurn): Promise<BotsKey | null>;
  /** False when it was stopped already. */
  stopBot(turn: ClaimedTurn, reason: string, at: Date): Promise<boolean>;
  notify(facts: readonly NewFact[]): Promise<void>;
  /** Runs the last statements, which must not wait for each other, in one round trip with the commit. */
  commitWith<T>(write: () => Promise<T>): Promise<T>;
}

/** Facts of a conversation's past that decide about a turn. */
export interface Standing {
  /** Turns since the given moment, including this one. */
  turns: number;
  /** The newest messages, oldest first. */
  lines: Line[];
  /** The bot's last reply since that moment, or null. */
  previousReply: string[] | null;
  credit: CreditFacts;
  /** Model calls made for the turn, and whether one has paid for its reply. */
  calls: number;
  isPaid: boolean;
}

/** Result of sending a message. */
export type Sent = { outcome: 'sent' | 'superseded' | 'unknown' | 'running' } | { outcome: 'refused'; code: string };

/** A bot with the function that makes its replies. */
export interface RunningBot extends TurnBot {
  keyMode: 'own' | 'platform';
  provider: string;
  model: string;
  /** Makes a reply to the conversation up to the turn's trigger. */
  reply(turn: ClaimedTurn, callsBefore: number, signal: AbortSignal): Promise<ReplyOutcome>;
}

export interface TurnDeps {
  inTransaction<T>(work: (store: TurnStore) => Promise<T>): Promise<T>;
  /** Null: it was deleted. */
  findBot(tenantId: number, botId: number): Promise<RunningBot | null>;
  findStanding(turn: ClaimedTurn, since: Date): Promise<Standing>;
  sumUsage(turn: ClaimedTurn): Promise<{ input_tokens: number; output_tokens: number }>;
  countSent(turn: ClaimedTurn): Promise<boolean>;
  /** Releases the turn. It is due at `dueAt`, or later if it was due later. */
  release(turn: ClaimedTurn, dueAt: Date): Promise<void>;
  send(message: { turn: ClaimedTurn; part: number; text: string; facts: BotMessageFacts }): Promise<Sent>;
  /** Shows a typing indicator to the customer; resolves when it is shown, or cannot be. */
  showTyping(turn: ClaimedTurn): Promise<void>;
  /** Exact decimals: price of a message on a channel, and of a reply on the deployment's key. */
  prices: { message(channel: Channel): string; reply: string };
  /** Counts the outcome of a turn. */
  count(outcome: TurnOutcome): void;
  now(): Date;
}
