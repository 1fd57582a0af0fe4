import type { BrowserStep, beginConnectVisit as contract } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import { endOfLink, UNKNOWN_LINK } from '../domain/connect-link.ts';
import { dialogUrl } from '../domain/dialog-url.ts';
import { hashSecret, makeSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { findLink, saveVisit } from '../storage/link-store.ts';
import { sendBack } from './send-back.ts';

/**
 * Redirects a browser to the provider's dialog, with a state that is valid only for this visit and this browser
 * (docs/reference/channels.md#connect-links).
 */
export async function beginConnectVisit(
  service: ChannelConnectService,
  { token, browserSecret }: InputOf<typeof contract>,
): Promise<BrowserStep> {
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
}
