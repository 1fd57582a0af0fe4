import type { reportBrokenChannel as contract } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { ChannelConnectService } from '../service.ts';
import { disconnectWithLinked } from './disconnect-with-linked.ts';
import { retryRefusedToken } from './retry-refused-token.ts';

/** Disconnects an account once when the provider permanently refuses its token, unless it has a newer authorization. */
export async function reportBrokenChannel(
  service: ChannelConnectService,
  { tenantId, channel, externalId, takenBack, ...report }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const observedAt = new Date(report.observedAt);
  if (channel === 'tt' && !takenBack)
    return { disconnected: await retryRefusedToken(service, { tenantId, externalId }, observedAt) };
  const account = { tenantId, channel, externalId };
  const gone = await disconnectWithLinked(service, account, 'token_revoked', { authorizedAfter: observedAt });
  return { disconnected: gone !== null };
}
