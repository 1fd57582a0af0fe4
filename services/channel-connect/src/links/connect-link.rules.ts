import { timingSafeEqual } from 'node:crypto';
import type { BrowserStep } from '@parley/common/contracts/internal/connect-link';
import type { ConnectError } from './connect-result.rules.ts';
import type { LinkChannel } from './dialog-url.rules.ts';
import { hashSecret } from './secret.rules.ts';

export interface NewLink {
  tokenHash: Buffer;
  tenantId: number;
  instanceId: string;
  channel: LinkChannel;
  redirectUrl: string;
  createdAt: Date;
  expiresAt: Date;
}

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

/** A visit of a link; the dialog must return its state. */
export interface NewVisit {
  linkId: number;
  stateHash: Buffer;
  browserHash: Buffer;
  at: Date;
}

/** A visit of a link with a state. */
export interface Visit {
  link: ConnectLink;
  /** Whether it is the newest visit and its state is unused. */
  isCurrent: boolean;
  /** Hash of the secret of the browser in which it began; null if unknown. */
  browserHash: Buffer | null;
}

export const UNKNOWN_LINK: BrowserStep = {
  page: {
    status: 404,
    title: 'Unknown link',
    text: 'This link is unknown or has expired. Ask the sender for a new one.',
  },
};

/** Why a link can connect nothing now; null if it can. */
export function endOfLink({ usedAt, expiresAt, isTenantActive }: ConnectLink, now: Date): ConnectError | null {
  if (usedAt) return 'link_used';
  if (expiresAt <= now) return 'link_expired';
  return isTenantActive ? null : 'tenant_inactive';
}

export const isSameBrowser = ({ browserHash }: Visit, secret: string | null): boolean =>
  browserHash !== null && secret !== null && timingSafeEqual(browserHash, hashSecret(secret));
