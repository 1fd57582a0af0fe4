import { createHash, randomBytes } from 'node:crypto';
import { makeId } from '@parley/common/ids';
import type { TenantRole } from '@parley/common/workspace/console-roles';

/** A one-time link to store (docs/reference/console.md#one-time-links). */
export interface NewLink {
  linkId: string;
  tokenHash: Buffer;
  kind: 'invitation' | 'password_reset' | 'sign_in';
  tenantId: number;
  /** Null: an invitation. */
  memberRow: number | null;
  /** The id of the member who made an invitation; null: made by the operator, or a link of another kind. */
  madeBy: string | null;
  email: string;
  emailKey: string;
  /** Roles that an invitation offers; otherwise empty. */
  roles: TenantRole[];
  /** Only the mail contains the link: who opens it has the address. */
  isMailed: boolean;
  expiresAt: Date;
  createdAt: Date;
}

/** An open invitation. */
export interface FoundInvitation {
  email: string;
  roles: TenantRole[];
  workspace: string;
  isTenantActive: boolean;
  /** Only the mail contains the link: who opens it has the address. */
  isMailed: boolean;
}

/** An invitation that was used. */
export interface UsedInvitation {
  tenantId: number;
  email: string;
  emailKey: string;
  roles: TenantRole[];
  isMailed: boolean;
}

interface LinkSettings extends Pick<NewLink, 'kind' | 'tenantId' | 'email' | 'emailKey' | 'isMailed'> {
  memberRow?: number;
  madeBy?: string | null;
  roles?: TenantRole[];
}

/** A link with this token, valid from `at` on. */
export const newLink = (
  { memberRow, madeBy, roles, ...settings }: LinkSettings,
  { token, at, validMs }: { token: string; at: Date; validMs: number },
): NewLink => ({
  ...settings,
  memberRow: memberRow ?? null,
  madeBy: madeBy ?? null,
  roles: roles ?? [],
  linkId: makeId('inv', at.getTime()),
  tokenHash: hashToken(token),
  expiresAt: new Date(at.getTime() + validMs),
  createdAt: at,
});

const RANDOM_BYTES = 32;

/** 256 random bits in characters that need no encoding in a URL: the token of a session or of a link. */
export const makeToken = (): string => randomBytes(RANDOM_BYTES).toString('base64url');

/** SHA-256 of a token: it has 256 random bits, so a plain hash cannot be searched. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
