import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import { appendResult, type ConnectResult, describeResult } from '../domain/connect-result.ts';
import type { IsRedirectAllowed } from './create-connect-link.ts';

/** Where a browser goes with the result of a link. */
export type SendBack = (link: { redirectUrl: string }, result: ConnectResult) => Promise<BrowserStep>;

/**
 * To the link's redirect_url, as long as that is still allowed; else the result is told on a page of ours
 * (docs/reference/channels.md#connect-links).
 */
export function makeSendBack(isRedirectAllowed: IsRedirectAllowed): SendBack {
  return async ({ redirectUrl }, result) =>
    (await isRedirectAllowed(redirectUrl).catch(() => false))
      ? { location: appendResult(redirectUrl, result) }
      : { page: describeResult(result) };
}
