import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { Egress } from '@parley/providers/egress/open-egress';
import { publicUrlOf } from '@parley/runtime/environment';
import type { ChannelConnectService } from '../service.ts';
import { appendResult, type ConnectLink, type ConnectResult, describeResult, isOwnAddress } from './link.rules.ts';

/**
 * Sends the browser back with the result of a link: to its redirect_url while it is allowed, otherwise to a page of
 * Parley (docs/reference/channels.md#connect-links).
 */
export async function sendBack(
  { egress, environment }: Pick<ChannelConnectService, 'egress' | 'environment'>,
  { redirectUrl }: Pick<ConnectLink, 'redirectUrl'>,
  result: ConnectResult,
): Promise<BrowserStep> {
  const isAllowed = await isRedirectAllowed(egress, publicUrlOf(environment), redirectUrl).catch(() => false);
  return isAllowed ? { location: appendResult(redirectUrl, result) } : { page: describeResult(result) };
}

const MAX_LENGTH = 2048;
/**
 * Strict pattern: a text that a browser would repair (spaces, backslashes, a missing slash) is not an absolute https
 * URL.
 */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu;

/**
 * Whether an end customer's browser may be sent to this URL (docs/reference/channels.md#connect-links): https on a
 * public host under the egress rules, or a page of our own at any address. `key` identifies its author. Errors:
 * service_unavailable while our own name servers are down.
 */
export async function isRedirectAllowed(
  { checkUrl }: Pick<Egress, 'checkUrl'>,
  publicUrl: string,
  text: string,
  key?: string,
): Promise<boolean> {
  if (text.length <= MAX_LENGTH && isOwnAddress(text, publicUrl)) return true;
  if (text.length > MAX_LENGTH || !ABSOLUTE_HTTPS.test(text) || !text.isWellFormed()) return false;
  return (await egressRefusal(() => checkUrl(text, key))) === null;
}
