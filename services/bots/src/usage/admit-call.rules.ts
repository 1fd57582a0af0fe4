import { type CreditLine, crossLine } from '@parley/messaging/credit/low-credit';
import { toMicros } from '@parley/messaging/credit/micros';
import { type CapReached, capReached, type Spent, type UsageCaps, type WorstCase } from './cap-budget.rules.ts';

/** A tenant's credit. */
export interface CreditFacts {
  isActive: boolean;
  balance: string;
}

/** Why no model is asked for a tenant's bots. */
export type CreditRefusal = 'tenant_inactive' | 'no_credit';

/** Why a tenant may not spend a price (in millionths); null: it may. */
export function refuseCredit({ isActive, balance }: CreditFacts, price: bigint): CreditRefusal | null {
  if (!isActive) return 'tenant_inactive';
  return toMicros(balance) < price ? 'no_credit' : null;
}

/** Trials of a tenant's bots, before this one. */
export interface TrialCounts {
  lastMinute: number;
  lastDay: number;
}

export const TRIALS_PER_MINUTE = 20;
export const TRIALS_PER_DAY = 500;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Seconds until a trial beyond the rate limit may be repeated; null: it may run. */
function limitTrials({ lastMinute, lastDay }: TrialCounts): number | null {
  if (lastDay >= TRIALS_PER_DAY) return HOUR_SECONDS;
  return lastMinute >= TRIALS_PER_MINUTE ? MINUTE_SECONDS : null;
}

/** A model call that is about to be made. */
export interface AskedCall {
  caps: UsageCaps;
  worst: WorstCase;
  /** The price of the reply, which depends on the key. */
  replyPrice: string;
}

/** Stored facts for the decision; null: not needed for this call. */
export interface CallFacts {
  spent: Spent | null;
  credit: (CreditFacts & { line: CreditLine | null }) | null;
  /** An earlier call of the turn has paid for the reply. */
  isPaid: boolean;
  trials: TrialCounts | null;
}

export type CallDecision =
  /** `price`: the amount debited; `lowCredit`: the threshold that this crosses. */
  | { kind: 'admit'; price: string; lowCredit: ReturnType<typeof crossLine> }
  | { kind: 'cap'; cap: CapReached }
  | { kind: 'credit'; reason: CreditRefusal }
  | { kind: 'limit'; retryAfterSeconds: number };

/** Why a call is not made. */
export type CallRefusal = Exclude<CallDecision, { kind: 'admit' }>;

const FREE = { kind: 'admit', price: '0', lowCredit: null } as const;

/**
 * Decides whether a model may be asked: checks the rate of trials, the caps, then the credit
 * (docs/reference/bot-replies.md#credit).
 */
export function admitCall({ caps, worst, replyPrice }: AskedCall, facts: CallFacts): CallDecision {
  const retryAfterSeconds = facts.trials && limitTrials(facts.trials);
  if (retryAfterSeconds !== null) return { kind: 'limit', retryAfterSeconds };
  const cap = facts.spent && capReached(caps, facts.spent, worst);
  if (cap !== null) return { kind: 'cap', cap };
  if (facts.credit === null) return FREE;
  const price = facts.isPaid ? 0n : toMicros(replyPrice);
  const reason = refuseCredit(facts.credit, price);
  if (reason !== null) return { kind: 'credit', reason };
  if (price === 0n) return FREE;
  const lowCredit = crossLine(toMicros(facts.credit.balance) - price, facts.credit.line);
  return { kind: 'admit', price: replyPrice, lowCredit };
}
