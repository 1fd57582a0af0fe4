import type { BrowserStep, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { ConnectError } from '../domain/connect-result.ts';
import type { LinkChannel } from '../domain/dialog-url.ts';
import { hashSecret } from './create-connect-link.ts';
import type { SendBack } from './send-back.ts';

/** The state of a link. */
export interface ConnectLink {
  id: number;
  tenantId: number;
  /** The tenant's display name. */
  tenantName: string;
  isTenantActive: boolean;
  channel: LinkChannel;
  redirectUrl: string;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface OpenConnectLinkDeps {
  findLink(tokenHash: Buffer): Promise<ConnectLink | null>;
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

/** Why a link can connect nothing now; null if it can. */
export function endOfLink({ usedAt, expiresAt, isTenantActive }: ConnectLink, now: Date): ConnectError | null {
  if (usedAt) return 'link_used';
  if (expiresAt <= now) return 'link_expired';
  return isTenantActive ? null : 'tenant_inactive';
}

/** Returns the tenant for the page before the dialog; changes nothing (docs/reference/channels.md#connect-links). */
export function makeOpenConnectLink(deps: OpenConnectLinkDeps) {
  return async ({ token }: InputOf<typeof openConnectLink>): Promise<OutputOf<typeof openConnectLink>> => {
    const link = await deps.findLink(hashSecret(token));
    if (!link) return UNKNOWN_LINK;
    const error = endOfLink(link, deps.now());
    if (error) return deps.sendBack(link, { status: 'error', error });
    const { channel, tenantName, redirectUrl } = link;
    return { ask: { channel, tenantName, returnHost: new URL(redirectUrl).host } };
  };
}
