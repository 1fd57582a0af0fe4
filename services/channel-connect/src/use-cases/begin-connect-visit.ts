import type { BrowserStep, beginConnectVisit } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import type { Dialogs } from '../domain/dialog-url.ts';
import { hashSecret, makeSecret } from './create-connect-link.ts';
import { endOfLink, type OpenConnectLinkDeps, UNKNOWN_LINK } from './open-connect-link.ts';

/** A visit of a link; the dialog must return its state. */
export interface NewVisit {
  linkId: number;
  stateHash: Buffer;
  browserHash: Buffer;
  at: Date;
}

export interface BeginConnectVisitDeps extends OpenConnectLinkDeps {
  dialogs: Dialogs;
  /** Stores the state as the link's only valid one; false when the link was used meanwhile. */
  beginVisit(visit: NewVisit): Promise<boolean>;
}

/**
 * Redirects a browser to the provider's dialog, with a state that is valid only for this visit and this browser
 * (docs/reference/channels.md#connect-links).
 */
export function makeBeginConnectVisit(deps: BeginConnectVisitDeps) {
  return async ({ token, browserSecret }: InputOf<typeof beginConnectVisit>): Promise<BrowserStep> => {
    const link = await deps.findLink(hashSecret(token));
    if (!link) return UNKNOWN_LINK;
    const at = deps.now();
    const error = endOfLink(link, at);
    if (error) return deps.sendBack(link, { status: 'error', error });
    const state = makeSecret();
    const visit = { linkId: link.id, stateHash: hashSecret(state), browserHash: hashSecret(browserSecret), at };
    if (!(await deps.beginVisit(visit))) return deps.sendBack(link, { status: 'error', error: 'link_used' });
    return { location: deps.dialogs.urlOf(link.channel, state) };
  };
}
