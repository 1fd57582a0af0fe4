import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { emailKeyOf, type Member, type MemberSecrets } from '../members/member.rules.ts';
import { answerTaken, insertMember } from '../members/member.store.ts';
import { findAccounts, isAddressConfirmed, lockPeople, savePerson } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { deletePlacesOf } from './attempt.store.ts';
import { type FoundInvitation, hashToken } from './link.rules.ts';
import { findInvitationOfToken, useInvitation } from './link.store.ts';

/**
 * Finds the invitation of a link, if its workspace is active (docs/reference/console.md#inactive-workspaces). Errors:
 * unknown_link, tenant_inactive.
 */
export async function findInvitation({ database, now }: AccountsService, token: string): Promise<FoundInvitation> {
  const found = await findInvitationOfToken(database.prisma, hashToken(token), now());
  if (!found) throw new AppError('unknown_link');
  if (!found.isTenantActive) throw new AppError('tenant_inactive');
  return found;
}

/**
 * The person who has confirmed the address, for an invitation that was mailed to it. A link that was handed over proves
 * nothing: its holder does not learn whether the address is taken, and we do not learn that it is theirs.
 */
export async function findInvitedOwner(
  { database }: AccountsService,
  { email, isMailed }: FoundInvitation,
): Promise<MemberSecrets | null> {
  const accounts = isMailed ? await findAccounts(database.prisma, emailKeyOf(email)) : [];
  return accounts.find(({ isConfirmed }) => isConfirmed) ?? null;
}

/**
 * Uses an invitation and creates a membership of a person; a mailed one confirms an unconfirmed address. Null: the
 * invitation has ended; exists: the tenant has such a member; gone: the person has just been removed from their last
 * workspace.
 */
export async function joinAsPerson(
  { database, now }: AccountsService,
  token: string,
  { personId, name, language, isConfirmed }: Pick<MemberSecrets, 'personId' | 'name' | 'language' | 'isConfirmed'>,
): Promise<Member | 'exists' | 'gone' | null> {
  const at = now();
  const memberId = makeId('mem');
  const join = () =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      if ((await lockPeople(sql, [personId])).length === 0) return 'gone';
      const invitation = await useInvitation(prisma, hashToken(token), at);
      if (!invitation) return null;
      const { isMailed, ...membership } = invitation;
      if (isMailed && !(await isAddressConfirmed(prisma, membership.emailKey))) {
        await deletePlacesOf(prisma, membership.emailKey);
        await savePerson(prisma, personId, { emailConfirmedAt: at });
      }
      const emailConfirmedAt = isMailed || isConfirmed ? at : null;
      const member = { memberId, name, language, personRow: personId, emailConfirmedAt, createdAt: at };
      return insertMember(prisma, { ...membership, ...member });
    });
  return retryConflicts(join).catch(answerTaken);
}
