import type { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { RemoveChannelDeps } from './remove-channel.ts';

interface ReportBrokenDeps extends Pick<RemoveChannelDeps, 'disconnect' | 'now'> {
  /**
   * Tries the refresh token of an account (tt) whose access token is refused; true when that disconnected the account.
   */
  retryRefused(tenantId: number, externalId: string, observedAt: Date): Promise<boolean>;
}

/** Disconnects an account once when the provider permanently refuses its token, unless it has a newer authorization. */
export function makeReportBrokenChannel({ disconnect, retryRefused, now }: ReportBrokenDeps) {
  return async ({
    tenantId,
    channel,
    externalId,
    ...report
  }: InputOf<typeof reportBrokenChannel>): Promise<OutputOf<typeof reportBrokenChannel>> => {
    const observedAt = new Date(report.observedAt);
    if (channel === 'tt' && !report.takenBack)
      return { disconnected: await retryRefused(tenantId, externalId, observedAt) };
    const unless = { authorizedAfter: observedAt };
    const gone = await disconnect({ tenantId, channel, externalId, reason: 'token_revoked', now: now(), unless });
    return { disconnected: gone !== null };
  };
}
