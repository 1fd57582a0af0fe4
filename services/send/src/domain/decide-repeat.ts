import { decideKey } from '@parley/messaging/idempotency-rules';
import type { Idempotency, KeptRequest, Repeat } from './reservation.ts';

/**
 * The answer to a request under its Idempotency-Key; null when the key is free
 * (docs/reference/requests.md#idempotency-key). Another request never repeats a send, because its message exists.
 */
export function decideRepeat(
  kept: KeptRequest | null,
  { bodyHash }: Pick<Idempotency, 'bodyHash'>,
  now: Date,
): Repeat | null {
  if (kept === null) return null;
  const { answer, createdAt } = kept;
  const isSameBody = kept.bodyHash === bodyHash;
  const key = { isSameBody, hasAnswer: answer !== null, hasMessage: true, createdAt, lockedUntil: createdAt };
  const decision = decideKey(key, now);
  if (decision === 'run') return null;
  if (decision === 'mismatch') return { outcome: 'mismatch' };
  return answer === null ? { outcome: 'in_progress' } : { outcome: 'replayed', answer };
}
