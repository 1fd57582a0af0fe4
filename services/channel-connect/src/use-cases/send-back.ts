import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import { appendResult, type ConnectResult, describeResult } from '../domain/connect-result.ts';
import type { IsRedirectAllowed } from './create-connect-link.ts';

/** The URL of a browser's return with the result of a link. */
export type SendBack = (link: { redirectUrl: string }, result: ConnectResult) => Promise<BrowserStep>;

/**
 * The link's redirect_url while it is allowed, else a page of ours with the result
 * (docs/reference/channels.md#connect-links).
 */
export function makeSendBack(isRedirectAllowed: IsRedirectAllowed): SendBack {
  return async ({ redirectUrl }, result) =>
    (await isRedirectAllowed(redirectUrl).catch(() => false))
      ? { location: appendResult(redirectUrl, result) }
      : { page: describeResult(result) };
}
