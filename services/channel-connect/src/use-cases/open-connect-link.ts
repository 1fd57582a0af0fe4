import type { BrowserStep, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import type { Dialogs, LinkChannel } from '../domain/dialog-url.ts';
import { hashSecret, makeSecret } from './make-connect-link.ts';
import type { SendBack } from './send-back.ts';

/** A link as it stands. */
export interface ConnectLink {
  id: number;
  tenantId: number;
  channel: LinkChannel;
  redirectUrl: string;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface OpenConnectLinkDeps {
  dialogs: Dialogs;
  findLink(tokenHash: Buffer): Promise<ConnectLink | null>;
  /** From here on only this state is the link's; false when it was used in the meantime. */
  beginVisit(linkId: number, stateHash: Buffer, at: Date): Promise<boolean>;
  sendBack: SendBack;
  now(): Date;
}

export const UNKNOWN_LINK: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is not known here, or not any more. Ask for a new one where you got it from.',
  },
};

/** Sends a browser on to the provider's dialog, with a state that is this visit's alone (contract §5). */
export function makeOpenConnectLink(deps: OpenConnectLinkDeps) {
  return async ({ token }: InputOf<typeof openConnectLink>): Promise<BrowserStep> => {
    const link = await deps.findLink(hashSecret(token));
    if (!link) return UNKNOWN_LINK;
    const now = deps.now();
    if (link.usedAt) return deps.sendBack(link, { status: 'error', error: 'link_used' });
    if (link.expiresAt <= now) return deps.sendBack(link, { status: 'error', error: 'link_expired' });
    const state = makeSecret();
    if (!(await deps.beginVisit(link.id, hashSecret(state), now)))
      return deps.sendBack(link, { status: 'error', error: 'link_used' });
    return { location: deps.dialogs.urlOf(link.channel, state) };
  };
}
