import type { Channel } from '@parley/common/channels';
import type { Bot } from '../settings/bot.rules.ts';
import type { CreditFacts } from '../usage/admit-call.rules.ts';
import type { ClaimedTurn, TurnConversation } from './decide-turn.rules.ts';
import type { Line } from './loop-guard.rules.ts';

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
