import type { Channel } from '@parley/common/channels';
import type { ReplyOutcome } from '../replies/reply.rules.ts';
import type { Bot } from '../settings/bot.rules.ts';
import type { CreditRefusal } from '../usage/budget.rules.ts';

/** Possible outcomes of a turn. */
export type TurnOutcome =
  | 'replied'
  | 'handed_over'
  | 'stopped'
  | 'superseded_by_person'
  | 'no_reply'
  | 'capped'
  | 'failed'
  | 'unknown';

/** An open turn that a worker has claimed. */
export interface ClaimedTurn {
  id: string;
  tenantId: number;
  conversationId: number;
  botId: number;
  /** Fencing token of every write. */
  leaseToken: string;
  triggerMessageId: string;
  /** Conversations that were merged into its own while it is open. */
  mergedIds: number[];
  firstAt: Date;
  attempt: number;
  /** The conversation's epoch at the claim, or at the start of its reply. */
  epoch: number;
  /** Its stored reply; null while there is none. */
  texts: string[] | null;
  sent: number;
  handedOver: boolean;
  reason: string | null;
}

/** The conversation of a turn. */
export interface TurnConversation {
  channel: Channel;
  status: string;
  bot: 'on' | 'paused';
  epoch: number;
}

/** Bot settings that decide about a turn. */
export type TurnBot = Pick<Bot, 'enabled' | 'status' | 'stoppedReason' | 'maxWaitSeconds' | 'caps'>;

/** An end of a turn without a message. */
export interface Ending {
  kind: 'end';
  outcome: TurnOutcome;
  reason: string | null;
}

type Step = Ending | { kind: 'generate' } | { kind: 'send'; texts: string[] } | { kind: 'hand_over'; reason: string };

const end = (outcome: TurnOutcome, reason: string | null = null): Ending => ({ kind: 'end', outcome, reason });

/** Maximum replies of one turn for which the model was asked: each costs a generation. */
export const MAX_ATTEMPTS = 30;
/**
 * How long a turn survives claims that end before its model is asked, beyond {@link MAX_ATTEMPTS} of them: processes that
 * crash for another reason are usually repaired by then, and a turn that kills its worker must end.
 */
export const MAX_CRASH_MS = 15 * 60_000;

function hasFailedTooOften(
  { attempt, firstAt }: Pick<ClaimedTurn, 'attempt' | 'firstAt'>,
  { replies, now }: { replies: number; now: Date },
): boolean {
  const isCrashLoop = attempt > MAX_ATTEMPTS && now.getTime() - firstAt.getTime() >= MAX_CRASH_MS;
  return replies >= MAX_ATTEMPTS || isCrashLoop;
}

/** Whether a member of the workspace has intervened since the claim. */
const isSuperseded = ({ epoch }: Pick<ClaimedTurn, 'epoch'>, conversation: TurnConversation): boolean =>
  conversation.bot !== 'on' || conversation.status !== 'open' || conversation.epoch !== epoch;

/**
 * The reason why a superseded turn ends: the conversation was resolved or archived; null: a person answered or paused
 * the bot.
 */
export const supersededReason = ({ status }: TurnConversation): string | null =>
  status === 'open' ? null : 'not_open';

/**
 * Maximum replies that are begun for a turn because the customer keeps writing: the last one is sent, and the next turn
 * answers the rest.
 */
export const MAX_REPLIES = 4;
const FIRST_RESTART_MS = 1000;

/** Whether a reply is made again because another message has arrived. */
export const mayRestart = ({ attempt }: Pick<ClaimedTurn, 'attempt'>): boolean => attempt < MAX_REPLIES;

/** When a turn is due again at the earliest after the customer wrote on; the delay doubles each time. */
export const restartAt = ({ attempt }: Pick<ClaimedTurn, 'attempt'>, now: Date): Date =>
  new Date(now.getTime() + FIRST_RESTART_MS * 2 ** (Math.min(attempt, MAX_REPLIES) - 1));

/**
 * Decides the next step of a newly claimed turn. `turns`: turns of the conversation in the last hour, including this
 * one; `refusal`: why its tenant may not spend the price; `replies`: how often its model was asked for a reply.
 */
export function decideStep(
  turn: ClaimedTurn,
  facts: {
    bot: TurnBot | null;
    conversation: TurnConversation;
    turns: number;
    isLoop: boolean;
    refusal: CreditRefusal | null;
    replies: number;
    now: Date;
  },
): Step {
  const { bot, conversation } = facts;
  if (isSuperseded(turn, conversation)) return end('superseded_by_person', supersededReason(conversation));
  // Finishes what has begun: the rest of a reply, or the message that announces a person.
  const isBegun = turn.sent > 0 || turn.handedOver;
  if (turn.texts !== null && isBegun) return { kind: 'send', texts: turn.texts };
  if (bot === null || !bot.enabled) return end('no_reply', 'bot_off');
  if (bot.status === 'stopped') return end('stopped', bot.stoppedReason);
  if (turn.texts !== null) return { kind: 'send', texts: turn.texts };
  if (facts.refusal !== null) return end('stopped', facts.refusal);
  if (facts.isLoop) return end('stopped', 'quick_answers');
  if (facts.turns > bot.caps.turns_per_conversation_hour) return end('capped', 'turns_per_conversation_hour');
  if (hasFailedTooOften(turn, facts)) return { kind: 'hand_over', reason: 'failed_too_often' };
  return { kind: 'generate' };
}

type AfterReply =
  | { kind: 'store'; texts: string[] }
  | { kind: 'hand_over'; reason: string }
  | Ending
  /** The turn starts again at `dueAt`, or when the newest message makes it due. */
  | { kind: 'release'; dueAt: Date };

/** Maximum wait of a customer for a busy provider. */
const BUSY_MS = 120_000;

/** Decides what to do after the attempt to make a reply. `isAborted`: this process aborted it. */
export function decideAfterReply(
  outcome: ReplyOutcome,
  given: {
    turn: Pick<ClaimedTurn, 'firstAt' | 'attempt'>;
    bot: Pick<TurnBot, 'maxWaitSeconds'>;
    isAborted: boolean;
    now: Date;
  },
): AfterReply {
  switch (outcome.kind) {
    case 'reply':
      return { kind: 'store', texts: outcome.texts };
    case 'hand_over':
      return { kind: 'hand_over', reason: outcome.reason };
    case 'stopped':
      return end('stopped', outcome.reason);
    case 'superseded':
      return given.isAborted
        ? { kind: 'release', dueAt: restartAt(given.turn, given.now) }
        : end('no_reply', 'nothing_to_answer');
    case 'wait': {
      const dueAt = new Date(given.now.getTime() + outcome.seconds * 1000);
      const until = given.turn.firstAt.getTime() + given.bot.maxWaitSeconds * 1000 + BUSY_MS;
      return dueAt.getTime() > until ? { kind: 'hand_over', reason: 'provider_busy' } : { kind: 'release', dueAt };
    }
  }
}

/** Whether the reply of a claim may still be stored. */
export function decideStore(
  turn: ClaimedTurn,
  locked: { triggerMessageId: string; conversation: TurnConversation },
): 'store' | 'superseded' | 'restart' {
  if (isSuperseded(turn, locked.conversation)) return 'superseded';
  return locked.triggerMessageId === turn.triggerMessageId || !mayRestart(turn) ? 'store' : 'restart';
}

/** The key that a bot runs on; `keyStatus`: status of the tenant's own key of the provider, null where it has none. */
export interface BotsKey {
  provider: string;
  keyMode: 'own' | 'platform';
  keyStatus: string | null;
}

/** Whether a verdict on a reply's key still stops its bot, which may have another key by now. */
export const isStillUnusable = (asked: Pick<BotsKey, 'provider' | 'keyMode'>, now: BotsKey): boolean =>
  now.provider === asked.provider &&
  now.keyMode === asked.keyMode &&
  (now.keyMode === 'platform' ||
    now.keyStatus === null ||
    now.keyStatus === 'refused' ||
    now.keyStatus === 'out_of_money');
