import { decideKey } from '@parley/messaging/idempotency/idempotency-rules';
import type { KeptRequest, Repeat } from '../reserve/reservation.rules.ts';
import type { Idempotency, Sent } from './send.rules.ts';
import { refuseReservation } from './send-errors.rules.ts';

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

/** Returns the answer of an earlier request. Errors: idempotency_in_progress, idempotency_mismatch. */
export function replay(repeat: Repeat): Sent {
  if (repeat.outcome !== 'replayed') throw refuseReservation(repeat);
  return { answer: repeat.answer, replayed: true, conversationId: null };
}
