import type { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { RemoveChannelDeps } from './remove-channel.ts';

/** Marks an account whose token the provider refuses for good, once; an authorization since then is left alone. */
export function makeReportBrokenChannel({ disconnect, now }: Pick<RemoveChannelDeps, 'disconnect' | 'now'>) {
  return async ({
    tenant_id: tenantId,
    channel,
    external_id: externalId,
    observed_at: observedAt,
  }: InputOf<typeof reportBrokenChannel>): Promise<OutputOf<typeof reportBrokenChannel>> => {
    const unless = { authorizedAfter: new Date(observedAt) };
    const gone = await disconnect({ tenantId, channel, externalId, reason: 'token_revoked', now: now(), unless });
    return { disconnected: gone !== null };
  };
}
