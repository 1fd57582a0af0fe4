import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { allUnsent } from '@parley/database/unsent';
import { raisedEpochs } from '@parley/messaging/bots/raise-epoch';
import { refuseDueSend } from '../domain/refuse-due-send.ts';
import type { ClaimedSend, DueSend, QueueShare } from '../domain/scheduled-send.ts';
import { settleByOf } from '../domain/settle-by.ts';
import type { SendService } from '../service.ts';
import { lockDueSends, writeStarted } from '../storage/due-store.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { releaseLostClaim } from './release-lost-claim.ts';

/** The signed addresses of the day when it was scheduled may have expired. */
const withFreshAddresses = ({ mediaAddressOf }: SendService, { attachments }: DueSend, now: Date) =>
  attachments.map((file) => ({ ...file, url: mediaAddressOf(file.id, now) }));

/**
 * Claims due messages in one transaction: locks them, loads and checks the facts of this moment, and moves them to
 * `sending`, out of their queues. From then on they are sends like any other: a process that dies leaves them to the
 * sweeper, and none is sent twice.
 */
export async function claimDueSends(
  service: SendService,
  shares: readonly QueueShare[],
  now: Date,
): Promise<ClaimedSend[]> {
  const settleBy = settleByOf(service.environment, now);
  const claim = { claimId: randomUUID(), claimedAtMs: Date.now() };
  let claimed: ClaimedSend[] = [];
  const claimOne = (due: DueSend): ClaimedSend => ({
    ...due,
    ...claim,
    attachments: withFreshAddresses(service, due, now),
    refusal: refuseDueSend(due, now),
  });
  try {
    await retryTransaction(service.rawDatabase, async (sql) => {
      claimed = (await lockDueSends(sql, shares, now)).map(claimOne);
      const leaving = claimed.filter(({ refusal, isWithdrawn }) => refusal === null && !isWithdrawn);
      const answers = leaving.map(({ conversationId, origin: by }) => ({
        conversationId,
        isByApi: by === 'api',
        at: now,
      }));
      const started = writeStarted(claimed, { ...claim, settleBy, now });
      await sql.commitWith(allUnsent([raisedEpochs(answers), started]));
    });
    return claimed;
  } catch (error) {
    if (isDatabaseUnavailable(error)) void releaseLostClaim(service, claimed);
    throw error;
  }
}
