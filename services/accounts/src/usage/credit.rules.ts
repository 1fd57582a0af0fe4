import { fromMicros, toMicros } from '@parley/messaging/credit/micros';

/** The credit of a tenant whose row is locked; amounts are decimals. */
export interface CreditFacts {
  balance: string;
  /** Recipients are notified when the balance falls below this; null: never. */
  threshold: string | null;
  /** Whether they have been notified since the balance last reached the threshold. */
  isReported: boolean;
}

/** A movement of credit to store. */
export interface CreditMove {
  kind: 'top_up' | 'adjustment';
  isReported: boolean;
  /** Set when the balance falls below its threshold and this was not reported before. */
  lowCredit: { balance: string; threshold: string } | null;
}

/** In millionths: one more than the maximum of `tenants.balance`. */
const TOO_LARGE = 10n ** 20n;

/**
 * Decides a movement of credit. The balance never goes below zero (docs/reference/credit.md#reservation-and-refund). A
 * debit that leaves it below its threshold is reported once, until a top-up reaches the threshold again
 * (docs/reference/notifications.md#kinds).
 */
export function decideCredit(facts: CreditFacts, amount: string): CreditMove | 'below_zero' | 'too_large' {
  const moved = toMicros(amount);
  const balance = toMicros(facts.balance) + moved;
  if (balance < 0n) return 'below_zero';
  if (balance >= TOO_LARGE) return 'too_large';
  const kind = moved < 0n ? 'adjustment' : 'top_up';
  if (facts.threshold === null) return { kind, isReported: facts.isReported, lowCredit: null };
  const threshold = toMicros(facts.threshold);
  if (balance >= threshold) return { kind, isReported: false, lowCredit: null };
  if (facts.isReported || moved >= 0n) return { kind, isReported: facts.isReported, lowCredit: null };
  return { kind, isReported: true, lowCredit: { balance: fromMicros(balance), threshold: fromMicros(threshold) } };
}
