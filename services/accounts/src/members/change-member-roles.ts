import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { changeMemberRoles as contract } from '@parley/common/contracts/console/members';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { AccountsService } from '../service.ts';
import { hasRoles, keepsOwner, toMemberView } from './member.rules.ts';
import { findMember, lockOwners, saveRoles } from './member.store.ts';

/**
 * Other roles end the member's sessions, on every gateway within 1 s, and the invitations that they made
 * (docs/reference/console.md#members). Errors: unknown_member, last_owner.
 */
export const changeMemberRoles = verb(contract, async ({ database, bus }: AccountsService, { id, roles }, context) => {
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
});
