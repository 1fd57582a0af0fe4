import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { TenantRole } from '@parley/common/console-roles';
import type { changeMemberRole, listMembers, removeMember } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { keepsOwner, type Member, toMemberView } from '../domain/member.ts';

/** Throws when the change is not allowed. */
type Decide = (member: Member, owners: number) => void;

/** Current members of one tenant. */
export interface MemberRows {
  /** In the order of creation. */
  listMembersAfter(tenantId: number, id: number, count: number): Promise<Member[]>;
  /**
   * Locks the owners. A new role ends the member's sessions and the invitations that they made; null: there is no such
   * member.
   */
  changeMember(tenantId: number, memberId: string, decide: Decide, role: TenantRole): Promise<Member | null>;
  /**
   * Also removes their sessions, links, invitations, saved views and place among the recipients of notifications, and
   * their credentials if this was their last workspace.
   */
  removeMember(tenantId: number, memberId: string, decide: Decide, at: Date): Promise<Member | null>;
  countMembers(tenantId: number): Promise<number>;
  /** By a member of the tenant. */
  isEmailTaken(tenantId: number, emailKey: string): Promise<boolean>;
}

export interface ManageMembersDeps {
  members: MemberRows;
  publishSessionChanged(sessionId: string | null): void;
  now(): Date;
}

/** Members of a workspace (docs/reference/console.md#members). */
export function makeManageMembers({ members, publishSessionChanged, now }: ManageMembersDeps) {
  const refuseWithoutOwner =
    (to: TenantRole | null): Decide =>
    (member, owners) => {
      if (!keepsOwner(member, { owners, to })) throw new AppError('last_owner');
    };
  return {
    async list(
      { limit, cursor }: InputOf<typeof listMembers>,
      context: CallContext,
    ): Promise<OutputOf<typeof listMembers>> {
      const rows = await members.listMembersAfter(tenantIdOf(context), readCursor(cursor), limit + 1);
      return pageOf(rows, limit, toMemberView);
    },

    /** Another role ends their sessions on every gateway within 1 s. Errors: unknown_member, last_owner. */
    async changeRole(
      { id, role }: InputOf<typeof changeMemberRole>,
      context: CallContext,
    ): Promise<OutputOf<typeof changeMemberRole>> {
      const changed = await members.changeMember(tenantIdOf(context), id, refuseWithoutOwner(role), role);
      if (!changed) throw new AppError('unknown_member');
      publishSessionChanged(null);
      return toMemberView(changed);
    },

    /** Their sessions end on every gateway within 1 s. Errors: unknown_member, last_owner. */
    async remove({ id }: InputOf<typeof removeMember>, context: CallContext): Promise<OutputOf<typeof removeMember>> {
      const removed = await members.removeMember(tenantIdOf(context), id, refuseWithoutOwner(null), now());
      if (!removed) throw new AppError('unknown_member');
      publishSessionChanged(null);
      return { ok: true };
    },
  };
}
