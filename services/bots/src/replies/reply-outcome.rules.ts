import type { CreditRefusal } from '../usage/admit-call.rules.ts';

/**
 * The outcome of making a reply.
 * - `reply`: one to three texts that fit the channel, in order.
 * - `hand_over`: a person must go on; `reason` is a code, or the model's own words.
 * - `stopped`: the bot can't work until somebody changes its key, or adds credit.
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
