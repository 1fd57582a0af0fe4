/** Decimal texts, because they may be beyond 2^53. */
export interface LedgerClock {
  /** What is added to the number of a transaction to make the position of its events. */
  shift: string;
  /** The number that the next transaction gets. */
  nextTransaction: string;
  /** The highest position of the newest events; null when there is none. */
  lastPosition: string | null;
}

/**
 * The shift that keeps positions growing: in a database that was restored into another server transaction ids start again. Null
 * while they grow without one.
 */
export function shiftToCatchUp({ shift, nextTransaction, lastPosition }: LedgerClock): string | null {
  if (lastPosition === null || BigInt(lastPosition) < BigInt(nextTransaction) + BigInt(shift)) return null;
  return (BigInt(lastPosition) - BigInt(nextTransaction) + 1n).toString();
}
