import { timingSafeEqual } from 'node:crypto';
import type { ConsoleRole } from '@parley/common/workspace/console-roles';

/** When a session was opened and last used. */
interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface Session extends SessionTimes {
  sessionId: string;
  address: string;
  userAgent: string;
  createdAt: Date;
}

export interface NewSession extends Session {
  tokenHash: Buffer;
  /** Null: an operator's. */
  memberRow: number | null;
  tenantId: number | null;
  /** Hash of the admin token that opened an operator's session; null: a member's. */
  adminTokenHash: Buffer | null;
  /** The issuer through which it was opened; null: another way. */
  issuer: string | null;
}

export interface FoundSession extends SessionTimes {
  sessionId: string;
  tenantId: number | null;
  tenantSlug: string | null;
  /** True for a session without a tenant. */
  isTenantActive: boolean;
  memberRow: number | null;
  memberId: string | null;
  roles: ConsoleRole[];
  adminTokenHash: Buffer | null;
  /** The issuer through which it was opened; null: another way. */
  issuer: string | null;
  /** The tenant's own issuer now. */
  ownIssuer: string | null;
}

const DAY_MS = 24 * 3_600_000;
/** Lifetime without use (docs/reference/console.md#sessions). */
export const IDLE_MS = 7 * DAY_MS;
/** Maximum lifetime, regardless of use. */
const WHOLE_MS = 30 * DAY_MS;
/** Uses closer together than this are stored as one. */
const SEEN_EVERY_MS = 60_000;

export const expiryOf = (openedAt: Date): Date => new Date(openedAt.getTime() + WHOLE_MS);

export const isOver = ({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now >= expiresAt || now.getTime() - lastSeenAt.getTime() >= IDLE_MS;

/** Whether this use must be stored. */
export const isUseStored = ({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS;

/** Whether people still sign in with the issuer that opened it; true where none did. */
export const isOfIssuer = ({ issuer, ownIssuer }: FoundSession, ofDeployment: string | null): boolean =>
  issuer === null || issuer === (ownIssuer ?? ofDeployment);

/** True for sessions of members, and for those opened by the current admin token (its SHA-256). */
export const isOfToken = ({ adminTokenHash: opener }: FoundSession, current: Buffer | null): boolean =>
  opener === null || (current !== null && timingSafeEqual(opener, current));
