import { decideRepeat, replay } from '../domain/decide-repeat.ts';
import type { SendInput } from '../domain/prepared-send.ts';
import type { Idempotency, Sent } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { findKeptRequest } from '../storage/reservation-store.ts';

/**
 * The answer to an earlier request with the same Idempotency-Key, if it is known before the file and the time are
 * checked: a repeat gets the first answer even if the file no longer exists or the time has passed. Other repeats are
 * found by the reservation.
 */
export async function findRepeat(
  service: SendService,
  owner: string,
  idempotency: Idempotency | null,
  { mediaUrl, uploadId, sendAt }: Pick<SendInput, 'mediaUrl' | 'uploadId' | 'sendAt'>,
): Promise<Sent | null> {
  if (!idempotency || (mediaUrl ?? uploadId ?? sendAt) === undefined) return null;
  const kept = await findKeptRequest(service.database, owner, idempotency.key);
  const repeat = decideRepeat(kept, idempotency, service.now());
  return repeat && replay(repeat);
}
