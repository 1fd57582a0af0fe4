import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { changeMemberRole as contract } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { keepsOwner, toMemberView } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { endRights, findMember, lockOwners, saveRole } from '../storage/member-store.ts';

/**
 * Another role ends the member's sessions, on every gateway within 1 s, and the invitations that they made
 * (docs/reference/console.md#members). Errors: unknown_member, last_owner.
 */
export async function changeMemberRole(
  { database, bus }: AccountsService,
  { id, role }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const member = await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const owners = await lockOwners(sql, tenantId);
      const found = await findMember(prisma, tenantId, id);
      if (!found) throw new AppError('unknown_member');
      if (!keepsOwner(found, { owners, to: role })) throw new AppError('last_owner');
      if (found.role !== role) {
        await saveRole(prisma, found.id, role);
        await endRights(prisma, found.id);
      }
      return found;
    }),
  );
  bus.publishHint(sessionChanged, { sessionId: null });
  return toMemberView({ ...member, role });
}
