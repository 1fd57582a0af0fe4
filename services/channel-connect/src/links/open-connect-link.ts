import { verb } from '@parley/bus/verb';
import { openConnectLink as contract } from '@parley/common/contracts/internal/connect-link';
import type { ChannelConnectService } from '../service.ts';
import { waysOf } from './dialog.rules.ts';
import { endOfLink, hashSecret, UNKNOWN_LINK } from './link.rules.ts';
import { findLink } from './link.store.ts';
import { sendBack } from './send-back.steps.ts';

/** Returns the tenant for the page before the dialog; changes nothing (docs/reference/channels.md#connect-links). */
export const openConnectLink = verb(contract, async (service: ChannelConnectService, { token }) => {
  const link = await findLink(service.database, hashSecret(token));
  if (!link) return UNKNOWN_LINK;
  const error = endOfLink(link, service.now());
  if (error) return sendBack(service, link, { status: 'error', error });
  const { channel, tenantName, redirectUrl } = link;
  const ways = channel === 'ig' ? { ways: waysOf(service.environment, link) } : {};
  return { ask: { channel, tenantName, returnHost: new URL(redirectUrl).host, ...ways } };
});
