/** Decimal strings, because they may exceed 2^53. */
export interface LedgerClock {
  /** Added to the number of a transaction for the position of its events. */
  shift: string;
  /** The number of the next transaction. */
  nextTransaction: string;
  /** The highest position of the newest events; null when there is none. */
  lastPosition: string | null;
}

/**
 * The shift that keeps positions increasing: in a database that was restored into another server, transaction ids
 * start again. Null while they increase without a change.
 */
export function shiftToCatchUp({ shift, nextTransaction, lastPosition }: LedgerClock): string | null {
  if (lastPosition === null || BigInt(lastPosition) < BigInt(nextTransaction) + BigInt(shift)) return null;
  return (BigInt(lastPosition) - BigInt(nextTransaction) + 1n).toString();
}
