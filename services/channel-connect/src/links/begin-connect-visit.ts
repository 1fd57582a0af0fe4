import { verb } from '@parley/bus/verb';
import { beginConnectVisit as contract } from '@parley/common/contracts/internal/connect-link';
import type { ChannelConnectService } from '../service.ts';
import { chooseWay, dialogUrl, signupSettings } from './dialog.rules.ts';
import { endOfLink, hashSecret, makeSecret, UNKNOWN_LINK } from './link.rules.ts';
import { findLink, saveVisit } from './link.store.ts';
import { sendBack } from './send-back.steps.ts';

/**
 * Redirects a browser to the provider's dialog, or for a number opens the page of its popup, with a state that is valid only for this visit and this browser
 * (docs/reference/channels.md#connect-links).
 */
export const beginConnectVisit = verb(
  contract,
  async (service: ChannelConnectService, { token, browserSecret, via: asked }) => {
    const link = await findLink(service.database, hashSecret(token));
    if (!link) return UNKNOWN_LINK;
    const at = service.now();
    const error = endOfLink(link, at);
    if (error) return sendBack(service, link, { status: 'error', error });
    const via = chooseWay(service.environment, link, asked);
    const state = makeSecret();
    const visit = { linkId: link.id, stateHash: hashSecret(state), browserHash: hashSecret(browserSecret), via, at };
    if (!(await saveVisit(service.database, visit)))
      return sendBack(service, link, { status: 'error', error: 'link_used' });
    if (link.channel !== 'wa') return { location: dialogUrl(service.environment, { ...link, via }, state) };
    const { tenantName, redirectUrl } = link;
    return {
      signup: { ...signupSettings(service.environment), tenantName, returnHost: new URL(redirectUrl).host, state },
    };
  },
);
