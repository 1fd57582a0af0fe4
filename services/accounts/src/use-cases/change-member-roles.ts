import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { changeMemberRoles as contract } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { hasRoles, keepsOwner, toMemberView } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findMember, lockOwners, saveRoles } from '../storage/member-store.ts';

/**
 * Other roles end the member's sessions, on every gateway within 1 s, and the invitations that they made
 * (docs/reference/console.md#members). Errors: unknown_member, last_owner.
 */
export async function changeMemberRoles(
  { database, bus }: AccountsService,
  { id, roles }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const member = await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const owners = await lockOwners(sql, tenantId);
      const found = await findMember(prisma, tenantId, id);
      if (!found) throw new AppError('unknown_member');
      if (!keepsOwner(found, { owners, to: roles })) throw new AppError('last_owner');
      if (!hasRoles(found, roles)) await saveRoles(prisma, found.id, roles);
      return found;
    }),
  );
  bus.publishHint(sessionChanged, { sessionId: null });
  return toMemberView({ ...member, roles });
}
