import type { BusClient } from '@parley/bus/bus-client';
import { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { Logger } from '@parley/runtime/logger';
import type { CommentAccount } from '../domain/comment.ts';

/**
 * Reports to services/channel-connect that the platform refuses the account's token permanently. It does so in the
 * background: if it fails, the next refusal reports it again.
 */
export function reportBrokenAccount(
  { bus, logger }: { bus: Pick<BusClient, 'call'>; logger: Logger },
  { tenantId, channel, externalId }: CommentAccount,
  observedAt: Date,
): void {
  const report = { tenantId, channel, externalId, observedAt: observedAt.toISOString(), takenBack: false };
  bus
    .call(reportBrokenChannel, report, { requestId: makeId('req') })
    .catch((error: unknown) =>
      logger.warn('token-refusal.unreported', { err: error }, 'A refused token could not be reported.'),
    );
}
