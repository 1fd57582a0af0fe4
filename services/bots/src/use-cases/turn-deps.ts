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
  /** Locks the tenant, before everything else. */
  lockCredit(turn: ClaimedTurn): Promise<CreditFacts>;
  /** Locks the conversation, then the turn; null when it is not held any more. */
  lock(turn: ClaimedTurn): Promise<LockedTurn | null>;
  /** `rest`: when the answer to the messages that the reply leaves is due; null: it leaves none. */
  keepReply(
    turn: ClaimedTurn,
    reply: { texts: string[]; answeredId: string; handedOver: boolean; reason: string | null },
    rest: Pick<LockedTurn, 'firstAt' | 'dueAt'> | null,
  ): Promise<void>;
  /** `sent`: how many parts of its reply were. */
  end(
    turn: ClaimedTurn,
    ending: Pick<Ending, 'outcome' | 'reason'> & Pick<ClaimedTurn, 'sent'>,
    at: Date,
  ): Promise<void>;
  /** The next turn of the conversation. */
  open(
    turn: ClaimedTurn,
    next: Pick<LockedTurn, 'triggerMessageId' | 'mergedIds' | 'firstAt' | 'dueAt'>,
    at: Date,
  ): Promise<void>;
  /** `pausedAt` null: until somebody sets the bot on. */
  pause(turn: ClaimedTurn, pausedAt: Date | null): Promise<void>;
  /** Locks what the bot runs on now; null: it was deleted. */
  lockBotsKey(turn: ClaimedTurn): Promise<BotsKey | null>;
  /** False where it was stopped before. */
  stopBot(turn: ClaimedTurn, reason: string, at: Date): Promise<boolean>;
  notify(facts: readonly NewFact[]): Promise<void>;
  /** The last steps, given without a wait in between: they go to the database together with the commit. */
  commitWith<T>(write: () => Promise<T>): Promise<T>;
}

/** What of a conversation's past decides about a turn. */
export interface Standing {
  /** Turns since the moment asked for, with this one. */
  turns: number;
  /** The newest messages, oldest first. */
  lines: Line[];
  /** What the bot said last since that moment; null: nothing. */
  previousReply: string[] | null;
  credit: CreditFacts;
  /** Calls of models that were made for the turn, and whether one has paid for its reply. */
  calls: number;
  isPaid: boolean;
}

/** What of a message was sent. */
export type Sent = { outcome: 'sent' | 'superseded' | 'unknown' | 'running' } | { outcome: 'refused'; code: string };

/** A bot, and what makes its replies. */
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
  /** Gives the turn back. It is due then, or later where it was due later. */
  release(turn: ClaimedTurn, dueAt: Date): Promise<void>;
  send(message: { turn: ClaimedTurn; part: number; text: string; facts: BotMessageFacts }): Promise<Sent>;
  /** Shows the customer that a reply is coming; resolves when it is shown, or cannot be. */
  showTyping(turn: ClaimedTurn): Promise<void>;
  /** Exact decimals: of a message on a channel, and of a reply on the deployment's key. */
  prices: { message(channel: Channel): string; reply: string };
  /** Called with what became of a turn. */
  count(outcome: TurnOutcome): void;
  now(): Date;
}
