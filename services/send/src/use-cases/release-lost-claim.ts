import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedSend } from '../domain/scheduled-send.ts';
import type { SendService } from '../service.ts';
import { postponeSends } from '../storage/due-store.ts';

/** When to look, in ms after the loss: a commit may still happen for a while, and the sweeper ends what stays. */
const LOOKS_MS = [500, 2000, 5000, 17_000, 30_000];

/**
 * The connection broke while messages were claimed. If the claim was committed after all, they are scheduled again at
 * once: none was sent. If this process dies too, the sweeper ends them. Never rejects.
 */
export async function releaseLostClaim(
  { rawDatabase, logger, now }: Pick<SendService, 'rawDatabase' | 'logger' | 'now'>,
  claimed: readonly ClaimedSend[],
): Promise<void> {
  const [{ claimId } = { claimId: '' }] = claimed;
  let passedMs = 0;
  for (const lookMs of claimed.length === 0 ? [] : LOOKS_MS) {
    await pause(lookMs - passedMs, undefined, { ref: false });
    passedMs = lookMs;
    try {
      if ((await postponeSends(rawDatabase, claimed, { dueAt: now(), claimId })) > 0) return;
    } catch (error) {
      logger.debug('claim.lookup-failed', { err: error }, 'A lost claim could not be released yet.');
    }
  }
}
