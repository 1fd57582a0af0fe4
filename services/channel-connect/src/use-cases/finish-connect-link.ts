import type { BrowserStep, finishConnectLink as contract } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type ConnectLink, endOfLink, isSameBrowser, UNKNOWN_LINK, type Visit } from '../domain/connect-link.ts';
import { type ConnectError, ConnectRefused, type ConnectResult } from '../domain/connect-result.ts';
import { type DialogProvider, providerOf } from '../domain/dialog-url.ts';
import { hashSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { consumeState, findVisit } from '../storage/link-store.ts';
import { authorizePages } from './authorize-pages.ts';
import { authorizeTiktok } from './authorize-tiktok.ts';
import { sendBack } from './send-back.ts';

type Input = InputOf<typeof contract>;

/** The dialogs' error codes when the person declines. */
const CANCELLED = new Set(['access_denied', 'user_denied', 'user_cancelled', 'user_canceled']);
const isCancelled = ({ error, errorReason }: Input): boolean =>
  CANCELLED.has(error ?? '') || CANCELLED.has(errorReason ?? '');

const failed = (error: ConnectError): ConnectResult => ({ status: 'error', error });

async function authorize(
  service: ChannelConnectService,
  link: ConnectLink,
  provider: DialogProvider,
  code: string,
): Promise<ConnectResult> {
  try {
    const ids = await (provider === 'meta'
      ? authorizePages(service, link, code)
      : authorizeTiktok(service, link, code));
    return { status: 'success', channel: link.channel, ids };
  } catch (error) {
    if (error instanceof ConnectRefused && error.code !== 'internal_error') return failed(error.code);
    service.logger.error('connect-link.failed', { link_id: link.id, err: error }, 'A connect link failed.');
    const isAway = error instanceof AppError && error.code === 'service_unavailable';
    return failed(isAway ? 'service_unavailable' : 'internal_error');
  }
}

async function resultOf(service: ChannelConnectService, visit: Visit, input: Input): Promise<ConnectResult> {
  const { link } = visit;
  if (link.usedAt) return failed('link_used');
  // The state stays valid for its own browser.
  if (!isSameBrowser(visit, input.browserSecret)) return failed('other_browser');
  if (!visit.isCurrent || providerOf(link.channel) !== input.provider) return failed('state_mismatch');
  const end = endOfLink(link, service.now());
  if (end) return failed(end);
  if (!(await consumeState(service.database, link.id, hashSecret(input.state)))) return failed('state_mismatch');
  if (isCancelled(input)) return { status: 'cancelled' };
  if (input.error !== null || input.code === null) return failed('provider_error');
  return authorize(service, link, input.provider, input.code);
}

/**
 * Handles the return from a dialog (docs/reference/channels.md#connect-links). A state works once, and only in the
 * browser in which its visit began: a forged return in another person's browser, or a dialog URL forwarded without our
 * page, connects nothing. After a visit without a connection the link can be used again.
 */
export async function finishConnectLink(service: ChannelConnectService, input: Input): Promise<BrowserStep> {
  const visit = await findVisit(service.database, hashSecret(input.state));
  if (!visit) return UNKNOWN_LINK;
  return sendBack(service, visit.link, await resultOf(service, visit, input));
}
