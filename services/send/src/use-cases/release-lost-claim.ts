import type { ClaimedSend } from '../domain/scheduled-send.ts';
import type { SendService } from '../service.ts';
import { postponeSends } from '../storage/due-store.ts';
import { lookAgain } from './look-again.ts';

/**
 * The connection broke while messages were claimed. If the claim was committed after all, they are scheduled again at
 * once: none was sent. If this process dies too, the sweeper ends them. Never rejects.
 */
export async function releaseLostClaim(
  { rawDatabase, logger, now }: Pick<SendService, 'rawDatabase' | 'logger' | 'now'>,
  claimed: readonly ClaimedSend[],
): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const { claimId } = first;
  await lookAgain(
    async () => (await postponeSends(rawDatabase, claimed, { dueAt: now(), claimId })) > 0,
    (error) => logger.debug('claim.lookup-failed', { err: error }, 'A lost claim could not be released yet.'),
  );
}
