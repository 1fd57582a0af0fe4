import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import { publicUrlOf } from '@parley/runtime/environment';
import { isRedirectAllowed } from '../adapters/check-redirect-url.ts';
import type { ConnectLink } from '../domain/connect-link.ts';
import { appendResult, type ConnectResult, describeResult } from '../domain/connect-result.ts';
import type { ChannelConnectService } from '../service.ts';

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
