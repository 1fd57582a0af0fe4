import { nextTry } from '../domain/next-try.ts';
import type { ClaimedSend } from '../domain/scheduled-send.ts';
import type { SendFailed } from '../domain/send-failure.ts';
import type { SendService } from '../service.ts';
import { postponeSends } from '../storage/due-store.ts';
import { failScheduled } from './fail-scheduled.ts';

/**
 * Schedules a claimed message again that was certainly not sent; after its last try it fails instead. The delay is the
 * platform's, in ms; null: it named none.
 */
export async function postponeScheduled(
  service: SendService,
  claimed: ClaimedSend,
  retryAfterMs: number | null,
  orElse: SendFailed,
): Promise<void> {
  const { rawDatabase, durableWriter, now } = service;
  const { messageId, attempts, claimId } = claimed;
  const dueAt = nextTry(attempts, retryAfterMs, now());
  if (dueAt === null) return failScheduled(service, claimed, orElse);
  const postponed = [{ messageId, attempts: attempts + 1 }];
  await durableWriter.write(() => postponeSends(rawDatabase, postponed, { dueAt, claimId }), null);
}
