import type { ClaimedToken } from '../domain/tiktok-token.ts';
import type { ChannelConnectService } from '../service.ts';
import { renewToken } from './renew-token.ts';

/**
 * Renews a claimed token; false when that disconnected its account. A failure is logged: the account stays connected,
 * and the renewal stays due.
 */
export async function tryRenewToken(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  try {
    return await renewToken(service, token);
  } catch (error) {
    service.logger.warn(
      'token.renewal-failed',
      { channel_account_id: token.accountId, err: error },
      'A token could not be renewed yet.',
    );
    return true;
  }
}
