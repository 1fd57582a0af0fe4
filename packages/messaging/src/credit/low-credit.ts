import { fromMicros, toMicros } from './micros.ts';

/** The balance below which recipients are notified, and whether they already were. */
export interface CreditLine {
  threshold: string;
  isReported: boolean;
}

/**
 * The fact to report when a balance (in millionths) falls below its threshold; null when there is none, or it was
 * reported.
 */
export function crossLine(balance: bigint, line: CreditLine | null): { balance: string; threshold: string } | null {
  if (line === null || line.isReported) return null;
  const threshold = toMicros(line.threshold);
  return balance >= threshold ? null : { balance: fromMicros(balance), threshold: fromMicros(threshold) };
}
