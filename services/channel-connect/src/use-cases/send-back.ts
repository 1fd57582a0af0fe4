import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import { appendResult, type ConnectResult, describeResult } from '../domain/connect-result.ts';
import type { IsRedirectAllowed } from './create-connect-link.ts';

/** Builds the browser step that returns with the result of a link. */
export type SendBack = (link: { redirectUrl: string }, result: ConnectResult) => Promise<BrowserStep>;

/**
 * The link's redirect_url while it is allowed, otherwise a page of Parley with the result
 * (docs/reference/channels.md#connect-links).
 */
export function makeSendBack(isRedirectAllowed: IsRedirectAllowed): SendBack {
  return async ({ redirectUrl }, result) =>
    (await isRedirectAllowed(redirectUrl).catch(() => false))
      ? { location: appendResult(redirectUrl, result) }
      : { page: describeResult(result) };
}
