import type { Channel } from '@parley/common/channels';
import { foldText } from '@parley/common/text/fold-text';
import { priceOf } from '@parley/messaging/credit/message-price';
import { toMicros } from '@parley/messaging/credit/micros';
import type { Environment } from '@parley/runtime/environment';
import type { Bot } from '../settings/bot.rules.ts';
import type { CreditFacts } from '../usage/budget.rules.ts';
import type { ClaimedTurn, TurnConversation } from './decide-turn.rules.ts';

/** A turn that this worker has claimed, and its conversation at that moment. */
export interface Claim {
  turn: ClaimedTurn;
  conversation: TurnConversation;
}

/** A turn with the bot that answers it, and the channel of its conversation. */
export interface AnsweredTurn {
  turn: ClaimedTurn;
  bot: Bot;
  channel: Channel;
}

/** Identifies a lease. */
export type Held = Pick<ClaimedTurn, 'id' | 'leaseToken'>;

/** A turn and its conversation, locked. */
export interface LockedTurn {
  conversation: TurnConversation;
  triggerMessageId: string;
  answeredId: string | null;
  mergedIds: number[];
  firstAt: Date;
  dueAt: Date;
}

/** A reply to store. */
export type StoredReply = Pick<ClaimedTurn, 'handedOver' | 'reason'> & { texts: string[] };

/** Facts of a conversation's past that decide about a turn. */
export interface Standing {
  /** Turns since the given moment, including this one. */
  turns: number;
  /** The newest messages, oldest first. */
  lines: Line[];
  /** The bot's last reply since that moment, or null. */
  previousReply: string[] | null;
  credit: CreditFacts;
  /** Model calls made for the turn, the replies that they began, and whether one has paid. */
  calls: number;
  replies: number;
  isPaid: boolean;
}

/** Concurrent turns of one process: each spends most of its time waiting for a model. */
export const MAX_RUNNING = 256;

/** A tenant that runs so many turns in a process uses no reserved slot. */
export const BUSY_TURNS = 32;
/** Slots of a process that only tenants with fewer turns use: a slow model of one tenant delays no other tenant. */
export const RESERVED_SLOTS = 64;

/**
 * Connections of the pool for making replies, and as many for storing and sending them: API calls keep working when all
 * customers write to bots at once.
 */
export const TURN_CONNECTIONS = 1;

const LEASE_MS = 15_000;

/** When another worker takes over a turn whose worker died. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Limit of one call of a tenant's tool. */
export const TOOL_TIMEOUT_MS = 10_000;

type Prices = Pick<Environment, 'PARLEY_PRICES' | 'PARLEY_BOT_PRICE'>;

/** The price of a message in millionths. */
export const messagePrice = (prices: Prices, channel: Channel): bigint => toMicros(priceOf(prices, channel));

/** The remaining price of a turn in millionths: a message, and the reply if no model call has paid for it. */
export const turnPrice = (
  prices: Prices,
  channel: Channel,
  { keyMode }: Pick<Bot, 'keyMode'>,
  isPaid: boolean,
): bigint =>
  messagePrice(prices, channel) + (keyMode === 'platform' && !isPaid ? toMicros(prices.PARLEY_BOT_PRICE) : 0n);

/** A message of the conversation, with the time at which it was stored. */
export interface Line {
  isCustomer: boolean;
  isBot: boolean;
  at: Date;
}

const QUICK_MS = 2000;
const QUICK_TIMES = 5;
/** Enough messages to detect a loop: a reply has at most three parts. */
export const LINES_LOOKED_AT = 40;

/** Delays of the partner's answers to the bot's replies, newest first; stops at a person's message. */
function answerTimes(lines: readonly Line[]): number[] {
  const times: number[] = [];
  let answer: Date | null = null;
  for (const { isCustomer, isBot, at } of lines.toReversed()) {
    if (isCustomer) answer = at;
    else if (!isBot) break;
    else if (answer !== null) {
      times.push(at.getTime() > answer.getTime() ? 0 : answer.getTime() - at.getTime());
      answer = null;
    }
  }
  return times;
}

/** Whether the partner has answered within two seconds five times in a row. Lines are oldest first. */
export function answersTooQuickly(lines: readonly Line[]): boolean {
  const times = answerTimes(lines).slice(0, QUICK_TIMES);
  return times.length === QUICK_TIMES && times.every((ms) => ms <= QUICK_MS);
}

const folded = (texts: readonly string[]): string => foldText(texts.join(' ')).replace(/\s+/g, ' ').trim();

/** Whether a reply repeats the previous one. */
export const isSameReply = (texts: readonly string[], previous: readonly string[] | null): boolean =>
  previous !== null && folded(texts) === folded(previous);
