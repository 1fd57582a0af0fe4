import { reportBroken } from '@parley/bus/report-broken-channel';
import type { Channel } from '@parley/common/channels';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { SendService } from '../service.ts';

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<Channel> = new Set(['fb', 'ig', 'tt']);

/** Logs that the provider refused the account's token, and reports a channel that its owner has to authorize again. */
export function reportTokenRefusal(
  service: Pick<SendService, 'bus' | 'logger'>,
  account: { tenantId: number; channel: Channel; accountId: number; externalId: string },
  outcome: SendOutcome,
  startedAt: Date,
): void {
  if (outcome.kind !== 'refused' || !outcome.channelBroken) return;
  service.logger.warn(
    'token.refused',
    { channel_account_id: account.accountId, provider: outcome.provider },
    'The provider refused the account’s token.',
  );
  if (AUTHORIZED.has(account.channel)) reportBroken(service, account, startedAt);
}
