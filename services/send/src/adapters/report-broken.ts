import type { BusClient } from '@parley/bus/bus-client';
import { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { Logger } from '@parley/runtime/logger';
import type { SendOrder } from '../domain/send-order.ts';

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<string> = new Set(['fb', 'ig', 'tt']);

/**
 * Reports a token that the provider refuses permanently to services/channel-connect, in the background: if that fails,
 * the next refusal reports it again. `startedAt` (ms since the epoch) is the start of the refused call.
 */
export function reportBroken(
  { bus, logger }: { bus: Pick<BusClient, 'call'>; logger: Pick<Logger, 'warn'> },
  { tenantId, channel }: Pick<SendOrder, 'tenantId' | 'channel'>,
  externalId: string,
  startedAt: number,
): void {
  if (!AUTHORIZED.has(channel)) return;
  const observedAt = new Date(startedAt).toISOString();
  const account = { tenantId, channel, externalId, observedAt, takenBack: false };
  bus
    .call(reportBrokenChannel, account, { requestId: makeId('req') })
    .catch((error: unknown) =>
      logger.warn('token-refusal.unreported', { err: error, channel }, 'A refused token could not be reported.'),
    );
}
