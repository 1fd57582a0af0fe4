import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { removeMember as contract } from '@parley/common/contracts/console/members';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { deletePeopleWithoutMembership, lockPeople } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { keepsOwner } from './member.rules.ts';
import { deleteTracesOf, endRights, findMember, lockOwners, saveRemoval } from './member.store.ts';

/**
 * Removes a member with their sessions, links, invitations, saved views and place among the recipients of
 * notifications, and their credentials if this was their last workspace. The sessions end on every gateway within 1 s
 * (docs/reference/console.md#members). Errors: unknown_member, last_owner.
 */
export const removeMember = verb(contract, async ({ database, bus, now }: AccountsService, { id }, context) => {
  const tenantId = tenantIdOf(context);
  const at = now();
  await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const owners = await lockOwners(sql, tenantId);
      const member = await findMember(prisma, tenantId, id);
      if (!member) throw new AppError('unknown_member');
      if (!keepsOwner(member, { owners, to: null })) throw new AppError('last_owner');
      const people = member.personRow === null ? [] : [member.personRow];
      if (people.length > 0) await lockPeople(sql, people);
      await saveRemoval(prisma, member.id, at);
      if (people.length > 0) await deletePeopleWithoutMembership(prisma, people);
      await endRights(prisma, member.id);
      await deleteTracesOf(prisma, member);
    }),
  );
  bus.publishHint(sessionChanged, { sessionId: null });
  return { ok: true };
});
