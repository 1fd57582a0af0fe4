import type { BrowserStep, beginConnectVisit } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import type { Dialogs } from '../domain/dialog-url.ts';
import { hashSecret, makeSecret } from './create-connect-link.ts';
import { endOfLink, type OpenConnectLinkDeps, UNKNOWN_LINK } from './open-connect-link.ts';

/** A visit of a link: what the dialog's answer has to bring along. */
export interface NewVisit {
  linkId: number;
  stateHash: Buffer;
  browserHash: Buffer;
  at: Date;
}

export interface BeginConnectVisitDeps extends OpenConnectLinkDeps {
  dialogs: Dialogs;
  /** From here on only this state is the link's; false when it was used in the meantime. */
  beginVisit(visit: NewVisit): Promise<boolean>;
}

/**
 * Sends a browser on to the provider's dialog, with a state that is this visit's and this browser's alone
 * (docs/reference/channels.md#connect-links).
 */
export function makeBeginConnectVisit(deps: BeginConnectVisitDeps) {
  return async ({ token, browser_secret }: InputOf<typeof beginConnectVisit>): Promise<BrowserStep> => {
    const link = await deps.findLink(hashSecret(token));
    if (!link) return UNKNOWN_LINK;
    const at = deps.now();
    const error = endOfLink(link, at);
    if (error) return deps.sendBack(link, { status: 'error', error });
    const state = makeSecret();
    const visit = { linkId: link.id, stateHash: hashSecret(state), browserHash: hashSecret(browser_secret), at };
    if (!(await deps.beginVisit(visit))) return deps.sendBack(link, { status: 'error', error: 'link_used' });
    return { location: deps.dialogs.urlOf(link.channel, state) };
  };
}
