import { fromMicros, toMicros } from '@parley/messaging/credit/micros';

/** The credit of a tenant whose row is locked; amounts are decimals. */
export interface CreditFacts {
  balance: string;
  /** The line below which recipients are told; null: none. */
  threshold: string | null;
  /** Whether they were, since the balance was last at the line. */
  isTold: boolean;
}

/** What a movement of credit writes. */
export interface CreditMove {
  kind: 'top_up' | 'adjustment';
  isTold: boolean;
  /** The fact that the balance fell below its line; null where it did not, or was told. */
  lowCredit: { balance: string; threshold: string } | null;
}

/** In millionths: one more than `tenants.balance` holds. */
const TOO_LARGE = 10n ** 20n;

/**
 * Decides a movement of credit. The balance never goes below zero (docs/reference/credit.md#reservation-and-refund); a movement
 * downward that leaves it below its line is told, once until it is filled up to the line (docs/reference/notifications.md#kinds).
 */
export function decideCredit(facts: CreditFacts, amount: string): CreditMove | 'below_zero' | 'too_large' {
  const moved = toMicros(amount);
  const balance = toMicros(facts.balance) + moved;
  if (balance < 0n) return 'below_zero';
  if (balance >= TOO_LARGE) return 'too_large';
  const kind = moved < 0n ? 'adjustment' : 'top_up';
  if (facts.threshold === null) return { kind, isTold: facts.isTold, lowCredit: null };
  const threshold = toMicros(facts.threshold);
  if (balance >= threshold) return { kind, isTold: false, lowCredit: null };
  if (facts.isTold || moved >= 0n) return { kind, isTold: facts.isTold, lowCredit: null };
  return { kind, isTold: true, lowCredit: { balance: fromMicros(balance), threshold: fromMicros(threshold) } };
}
