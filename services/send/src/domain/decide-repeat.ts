import type { Idempotency, KeptRequest, Repeat } from './reservation.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * What a request at this moment gets under its Idempotency-Key; null when the key is free. A key stands for its first
 * request for 24 h, the last moment included (docs/reference/requests.md#idempotency-key).
 */
export function decideRepeat(
  kept: KeptRequest | null,
  { bodyHash }: Pick<Idempotency, 'bodyHash'>,
  now: Date,
): Repeat | null {
  if (kept === null || kept.createdAt.getTime() < now.getTime() - DAY_MS) return null;
  if (kept.bodyHash !== bodyHash) return { outcome: 'mismatch' };
  return kept.answer === null ? { outcome: 'in_progress' } : { outcome: 'replayed', answer: kept.answer };
}
