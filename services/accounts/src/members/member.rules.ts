import type { Camel } from '@parley/common/casing/camel';
import type { InvitationView, MemberView } from '@parley/common/contracts/console/members';
import type { Language } from '@parley/common/languages/languages';
import { normalizeText } from '@parley/common/text/normalize-text';
import type { TenantRole } from '@parley/common/workspace/console-roles';
import type { z } from 'zod';

/** A member as it is stored, without their secrets. */
export interface Member {
  id: number;
  memberId: string;
  tenantId: number;
  email: string;
  name: string;
  roles: TenantRole[];
  /** Null: never chosen. */
  language: Language | null;
  hasSecondFactor: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** A member with their credentials, which all memberships of the person share. */
export interface MemberSecrets extends Member {
  personId: number;
  /** Whether the person has proved that the address is theirs. */
  isConfirmed: boolean;
  /** Null: none was set. */
  passwordHash: string | null;
  /** Encrypted; null: no authenticator, not even one that waits for its first code. */
  totpSecret: string | null;
  /** The last period whose code was accepted. */
  totpStep: number;
}

/** A new membership of a person. */
export interface NewMember {
  memberId: string;
  tenantId: number;
  email: string;
  emailKey: string;
  name: string;
  roles: TenantRole[];
  language?: Member['language'];
  personRow: number;
  emailConfirmedAt?: Date | null;
  createdAt: Date;
}

export interface Invitation {
  id: number;
  linkId: string;
  tenantId: number;
  email: string;
  roles: TenantRole[];
  expiresAt: Date;
  createdAt: Date;
}

/** Whether these are the roles of the member; both are in the order of TenantRoles. */
export const hasRoles = (member: Pick<Member, 'roles'>, roles: readonly TenantRole[]): boolean =>
  member.roles.join() === roles.join();

/** The address in the form used for comparison, so that letter case never makes two accounts. */
export const emailKeyOf = (email: string): string => normalizeText(email, 'NFKC').toLowerCase();

/**
 * Whether the address is this person's, among those who sign in with it: they have confirmed it, or no one else has it.
 * Another person's successful sign-in proves nothing about the address (docs/reference/console.md#addresses).
 */
export const ownsAddress = ({ isConfirmed }: MemberSecrets, all: readonly MemberSecrets[]): boolean =>
  isConfirmed || all.length === 1;

/** A person with an address, whose row is locked. */
export interface LockedPerson {
  id: number;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
}

/**
 * The owner of an address after its reader set a password by mail: the person who confirmed it before, otherwise the
 * person of the link's member. Others with the address and without a second factor are merged into this person. Null:
 * the member was removed.
 */
export function decideOwner(
  people: readonly LockedPerson[],
  member: { personRow: number | null } | null,
): { personId: number; isFirst: boolean; merged: number[] } | null {
  const confirmed = people.find(({ isConfirmed }) => isConfirmed);
  const personId = confirmed?.id ?? member?.personRow;
  if (member === null || personId === null || personId === undefined) return null;
  const others = people.filter((one) => one.id !== personId && !one.isConfirmed && !one.hasSecondFactor);
  return { personId, isFirst: confirmed === undefined, merged: others.map(({ id }) => id) };
}

export const toMemberView = (member: Member): Camel<z.infer<typeof MemberView>> => ({
  id: member.memberId,
  email: member.email,
  name: member.name,
  roles: member.roles,
  hasSecondFactor: member.hasSecondFactor,
  lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
  createdAt: member.createdAt.toISOString(),
});

export const toInvitationView = (invitation: Invitation): Camel<z.infer<typeof InvitationView>> => ({
  id: invitation.linkId,
  email: invitation.email,
  roles: invitation.roles,
  expiresAt: invitation.expiresAt.toISOString(),
  createdAt: invitation.createdAt.toISOString(),
});

/**
 * Whether a member of a workspace may get other roles, or (null) be removed. At least one owner stays, so that someone
 * can invite others (docs/reference/console.md#members).
 */
export const keepsOwner = (
  member: Pick<Member, 'roles'>,
  { owners, to }: { owners: number; to: readonly TenantRole[] | null },
): boolean => !member.roles.includes('owner') || to?.includes('owner') === true || owners > 1;
