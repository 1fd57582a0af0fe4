import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { allUnsent } from '@parley/database/statements/unsent';
import { raisedEpochs } from '@parley/messaging/bots/raise-epoch';
import { settleByOf } from '../interrupted/interrupted.rules.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { lockDueSends, postponeSends, writeStarted } from './due.store.ts';
import { pollUntilFound } from './poll-until-found.steps.ts';
import { type ClaimedSend, type DueSend, type QueueShare, refuseDueSend } from './scheduled-send.rules.ts';

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
  await pollUntilFound(
    async () => (await postponeSends(rawDatabase, claimed, { dueAt: now(), claimId })) > 0,
    (error) => logger.debug('claim.lookup-failed', { err: error }, 'A lost claim could not be released yet.'),
  );
}
