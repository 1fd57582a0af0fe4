import { decideRepeat, replay } from '../domain/decide-repeat.ts';
import type { SendInput } from '../domain/prepared-send.ts';
import type { Idempotency, Sent } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { findKeptRequest } from '../storage/reservation-store.ts';

/**
 * The answer to an earlier request with the same Idempotency-Key, if it is known before the file is checked: a repeat
 * gets the first answer even if the file no longer exists. Other repeats are found by the reservation.
 */
export async function findRepeat(
  service: SendService,
  owner: string,
  idempotency: Idempotency | null,
  { mediaUrl, uploadId }: Pick<SendInput, 'mediaUrl' | 'uploadId'>,
): Promise<Sent | null> {
  if (!idempotency || (mediaUrl ?? uploadId) === undefined) return null;
  const kept = await findKeptRequest(service.database, owner, idempotency.key);
  const repeat = decideRepeat(kept, idempotency, service.now());
  return repeat && replay(repeat);
}
