import type { Channel } from '@parley/common/channels';
import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import type { Bot } from '../settings/bot.rules.ts';
import type { CreditRefusal } from '../usage/budget.rules.ts';
import type { HistoryMessage } from './history.rules.ts';

/** The conversation of a tool call: set by this service, never chosen by the model. */
export interface ToolConversation {
  id: number;
  channel: string;
  account: { id: string; name: string };
  person: { contact_id: number; address: string; name: string | null };
}

/** A conversation for a reply. */
export interface LoadedConversation {
  channel: Channel;
  conversation: ToolConversation;
  /** Oldest first, up to the message to answer, and after the last resolve. */
  messages: HistoryMessage[];
}

/** Inputs of a reply to messages from any source. */
export interface ReplyContext {
  bot: ReplyBot;
  /** Null: a trial. */
  turnId: string | null;
  /** Model calls that earlier replies of the turn made. */
  callsBefore: number;
  channel: Channel;
  messages: readonly HistoryMessage[];
  /** Null: a trial, in which no server of the tenant is called. */
  conversation: ToolConversation | null;
  /** Aborts the reply: a newer message, a person, a lost lease. */
  signal: AbortSignal;
}

/** Bot settings that a reply uses. */
export type ReplyBot = Pick<
  Bot,
  | 'id'
  | 'tenantId'
  | 'name'
  | 'keyMode'
  | 'provider'
  | 'model'
  | 'instructions'
  | 'historyTokens'
  | 'caps'
  | 'tools'
  | 'toolSecret'
>;

/**
 * The outcome of making a reply.
 * - `reply`: one to three messages that fit the channel, in order.
 * - `hand_over`: a person must continue; `reason` is a code, or the model's own words.
 * - `stopped`: the bot can't work until a person changes its key, or adds credit.
 * - `wait`: the provider is busy; the whole reply is made again after this many seconds.
 * - `superseded`: the signal ended it, or nothing is left to answer.
 */
export type ReplyOutcome =
  | { kind: 'reply'; texts: string[] }
  | { kind: 'hand_over'; reason: string }
  | { kind: 'stopped'; reason: 'key_refused' | 'out_of_money' | 'no_key' | CreditRefusal }
  | { kind: 'wait'; seconds: number }
  | { kind: 'superseded' };

/** Everything but a reply. */
export type NoReply = Exclude<ReplyOutcome, { kind: 'reply' }>;

/** Outcome of a turn whose model gave no answer (docs/reference/bot-replies.md#provider-errors). */
type FailedOutcome =
  | { kind: 'stopped'; reason: 'key_refused' | 'out_of_money' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'hand_over'; reason: AiErrorKind };

/** Maximum wait of a customer for a busy provider. */
const MAX_WAIT_SECONDS = 120;
/** Used when the provider does not say when to retry. */
const DEFAULT_WAIT_SECONDS = 10;

/** Seconds until the provider is asked again; null: too long for a customer. */
function waitFor(retryAfterMs: number | null): number | null {
  const seconds = retryAfterMs === null ? DEFAULT_WAIT_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/**
 * Decides how to handle a missing answer. A dead key and spent money stop the bot and are never retried; a busy or
 * unreachable provider is asked again if it allows that soon; everything else is handed over to a person. The caller
 * tracks the time: all waits of a turn together have the limit of one wait.
 */
export function classifyOutcome({
  kind,
  retryAfterMs,
}: {
  kind: AiErrorKind;
  retryAfterMs: number | null;
}): FailedOutcome {
  switch (kind) {
    case 'refused_key':
      return { kind: 'stopped', reason: 'key_refused' };
    case 'out_of_money':
      return { kind: 'stopped', reason: 'out_of_money' };
    case 'rate_limited':
    case 'overloaded':
    case 'unreachable': {
      const seconds = waitFor(retryAfterMs);
      return seconds === null ? { kind: 'hand_over', reason: kind } : { kind: 'wait', seconds };
    }
    default:
      return { kind: 'hand_over', reason: kind };
  }
}

/** The provider refused before it began, or was never reached: nothing was generated, so nothing was paid. */
const UNPAID: ReadonlySet<AiErrorKind> = new Set([
  'refused_key',
  'out_of_money',
  'rate_limited',
  'overloaded',
  'invalid_request',
]);

/**
 * Whether a failed call certainly cost nothing; for any other, the worst case applies when the provider reports no
 * usage.
 */
export const isUnpaid = (kind: AiErrorKind): boolean => UNPAID.has(kind);
