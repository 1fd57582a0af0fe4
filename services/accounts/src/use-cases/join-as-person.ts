import { makeId } from '@parley/common/ids';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Member, MemberSecrets } from '../domain/member.ts';
import { hashToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { useInvitation } from '../storage/link-store.ts';
import { answerTaken, insertMember } from '../storage/member-store.ts';
import { isAddressConfirmed, lockPeople, savePerson } from '../storage/person-store.ts';
import { deletePlacesOf } from '../storage/place-store.ts';

/**
 * Uses an invitation and creates a membership of a person; a mailed one confirms an unconfirmed address.
 * Null: the invitation has ended; exists: the tenant has such a member; gone: the person was removed from their last
 * workspace meanwhile.
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
