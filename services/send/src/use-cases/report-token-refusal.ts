import { reportBroken } from '@parley/bus/report-broken-channel';
import type { Channel } from '@parley/common/channels';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { SendService } from '../service.ts';

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<Channel> = new Set(['fb', 'ig', 'tt']);

/** Logs that the provider refused the account's token, and reports a channel that its owner has to authorize again. */
export function reportTokenRefusal(
  service: Pick<SendService, 'bus' | 'logger'>,
  { tenantId, channel }: { tenantId: number; channel: Channel },
  { id, externalId }: { id: number; externalId: string },
  outcome: SendOutcome,
  startedAt: Date,
): void {
  if (outcome.kind !== 'refused' || !outcome.channelBroken) return;
  service.logger.warn(
    'token.refused',
    { channel_account_id: id, provider: outcome.provider },
    'The provider refused the account’s token.',
  );
  if (AUTHORIZED.has(channel)) reportBroken(service, { tenantId, channel, externalId }, startedAt);
}
