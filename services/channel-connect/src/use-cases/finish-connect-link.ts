import { timingSafeEqual } from 'node:crypto';
import type { BrowserStep, finishConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type ConnectError, ConnectRefused, type ConnectResult } from '../domain/connect-result.ts';
import { type DialogProvider, providerOf } from '../domain/dialog-url.ts';
import { hashSecret } from './create-connect-link.ts';
import { type ConnectLink, endOfLink, UNKNOWN_LINK } from './open-connect-link.ts';
import type { SendBack } from './send-back.ts';

/** Connects the accounts of a dialog's code; returns their ids. Throws {@link ConnectRefused}. */
export type Authorize = (link: ConnectLink, code: string) => Promise<string[]>;

/** A visit of a link with a state. */
export interface Visit {
  link: ConnectLink;
  /** Whether it is the newest visit and its state is unused. */
  isCurrent: boolean;
  /** Hash of the secret of the browser in which it began; null if unknown. */
  browserHash: Buffer | null;
}

export interface FinishConnectLinkDeps {
  /** The visit of this state. */
  findVisit(stateHash: Buffer): Promise<Visit | null>;
  /** Marks the state as used: true once, for one caller. */
  consumeState(linkId: number, stateHash: Buffer): Promise<boolean>;
  authorize: Readonly<Record<DialogProvider, Authorize>>;
  sendBack: SendBack;
  onFailure(linkId: number, error: unknown): void;
  now(): Date;
}

type Input = InputOf<typeof finishConnectLink>;

/** The dialogs' error codes when the person declines. */
const CANCELLED = new Set(['access_denied', 'user_denied', 'user_cancelled', 'user_canceled']);
const isCancelled = ({ error, errorReason }: Input): boolean =>
  CANCELLED.has(error ?? '') || CANCELLED.has(errorReason ?? '');

const failed = (error: ConnectError): ConnectResult => ({ status: 'error', error });

const isSameBrowser = ({ browserHash }: Visit, secret: string | null): boolean =>
  browserHash !== null && secret !== null && timingSafeEqual(browserHash, hashSecret(secret));

/**
 * Handles the return from a dialog (docs/reference/channels.md#connect-links). A state works once, and only in the
 * browser in which its visit began: a forged return in another person's browser, or a dialog URL forwarded without our
 * page, connects nothing. After a visit without a connection the link can be used again.
 */
export function makeFinishConnectLink(deps: FinishConnectLinkDeps) {
  async function authorize(link: ConnectLink, provider: DialogProvider, code: string): Promise<ConnectResult> {
    try {
      return { status: 'success', channel: link.channel, ids: await deps.authorize[provider](link, code) };
    } catch (error) {
      if (error instanceof ConnectRefused && error.code !== 'internal_error') return failed(error.code);
      deps.onFailure(link.id, error);
      const isAway = error instanceof AppError && error.code === 'service_unavailable';
      return failed(isAway ? 'service_unavailable' : 'internal_error');
    }
  }

  async function resultOf(visit: Visit, input: Input): Promise<ConnectResult> {
    const { link } = visit;
    if (link.usedAt) return failed('link_used');
    // The state stays valid for its own browser.
    if (!isSameBrowser(visit, input.browserSecret)) return failed('other_browser');
    if (!visit.isCurrent || providerOf(link.channel) !== input.provider) return failed('state_mismatch');
    const end = endOfLink(link, deps.now());
    if (end) return failed(end);
    if (!(await deps.consumeState(link.id, hashSecret(input.state)))) return failed('state_mismatch');
    if (isCancelled(input)) return { status: 'cancelled' };
    if (input.error !== null || input.code === null) return failed('provider_error');
    return authorize(link, input.provider, input.code);
  }

  return async (input: Input): Promise<BrowserStep> => {
    const visit = await deps.findVisit(hashSecret(input.state));
    if (!visit) return UNKNOWN_LINK;
    return deps.sendBack(visit.link, await resultOf(visit, input));
  };
}
