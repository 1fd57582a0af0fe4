import { verb } from '@parley/bus/verb';
import { beginConnectVisit as contract } from '@parley/common/contracts/internal/connect-link';
import type { ChannelConnectService } from '../service.ts';
import { endOfLink, UNKNOWN_LINK } from './connect-link.rules.ts';
import { dialogUrl } from './dialog-url.rules.ts';
import { findLink, saveVisit } from './link.store.ts';
import { hashSecret, makeSecret } from './secret.rules.ts';
import { sendBack } from './send-back.steps.ts';

/**
 * Redirects a browser to the provider's dialog, with a state that is valid only for this visit and this browser
 * (docs/reference/channels.md#connect-links).
 */
export const beginConnectVisit = verb(contract, async (service: ChannelConnectService, { token, browserSecret }) => {
  const link = await findLink(service.database, hashSecret(token));
  if (!link) return UNKNOWN_LINK;
  const at = service.now();
  const error = endOfLink(link, at);
  if (error) return sendBack(service, link, { status: 'error', error });
  const state = makeSecret();
  const visit = { linkId: link.id, stateHash: hashSecret(state), browserHash: hashSecret(browserSecret), at };
  if (!(await saveVisit(service.database, visit)))
    return sendBack(service, link, { status: 'error', error: 'link_used' });
  return { location: dialogUrl(service.environment, link.channel, state) };
});
