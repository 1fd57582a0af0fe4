import { fromMicros, toMicros } from '@parley/messaging/credit/micros';

/** The credit of a tenant whose row is locked; amounts are decimals. */
export interface CreditFacts {
  balance: string;
  /** The line below which recipients are notified; null: none. */
  threshold: string | null;
  /** Whether they were, since the balance was last at the line. */
  isReported: boolean;
}

/** What a movement of credit writes. */
export interface CreditMove {
  kind: 'top_up' | 'adjustment';
  isReported: boolean;
  /** The fact that the balance fell below its line; null where it did not, or was reported before. */
  lowCredit: { balance: string; threshold: string } | null;
}

/** In millionths: one more than `tenants.balance` holds. */
const TOO_LARGE = 10n ** 20n;

/**
 * Decides a movement of credit. The balance never goes below zero (docs/reference/credit.md#reservation-and-refund); a movement
 * downward that leaves it below its line is reported, once until it is filled up to the line (docs/reference/notifications.md#kinds).
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
