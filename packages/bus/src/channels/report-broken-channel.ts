import { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { InputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { Logger } from '@parley/runtime/logger';
import type { BusClient } from '../bus-client.ts';

/**
 * Reports a token that the provider refuses permanently to services/channel-connect, in the background: if that fails,
 * the next refusal reports it again. `observedAt` is the start of the refused call.
 */
export function reportBroken(
  { bus, logger }: { bus: Pick<BusClient, 'call'>; logger: Pick<Logger, 'warn'> },
  { tenantId, channel, externalId }: Pick<InputOf<typeof reportBrokenChannel>, 'tenantId' | 'channel' | 'externalId'>,
  observedAt: Date,
): void {
  const report = { tenantId, channel, externalId, observedAt: observedAt.toISOString(), takenBack: false };
  bus
    .call(reportBrokenChannel, report, { requestId: makeId('req') })
    .catch((error: unknown) =>
      logger.warn('token-refusal.unreported', { err: error, channel }, 'A refused token could not be reported.'),
    );
}
