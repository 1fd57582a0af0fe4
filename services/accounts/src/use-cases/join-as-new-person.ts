import { makeId } from '@parley/common/ids';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Member } from '../domain/member.ts';
import { hashToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { useInvitation } from '../storage/link-store.ts';
import { answerTaken, insertMember } from '../storage/member-store.ts';
import { insertPerson } from '../storage/person-store.ts';
import { deletePlacesOf } from '../storage/place-store.ts';

/**
 * Uses an invitation and creates a person with their first membership. Null: the invitation has ended; exists: somebody
 * has the address.
 */
export async function joinAsNewPerson(
  { database, now }: AccountsService,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<Member | 'exists' | null> {
  const at = now();
  const memberId = makeId('mem');
  const join = () =>
    database.prismaTransaction(async ({ prisma }) => {
      const invitation = await useInvitation(prisma, hashToken(token), at);
      if (!invitation) return null;
      const { isMailed, ...membership } = invitation;
      const { emailKey } = membership;
      const emailConfirmedAt = isMailed ? at : null;
      if (isMailed) await deletePlacesOf(prisma, emailKey);
      const personRow = await insertPerson(prisma, { emailKey, emailConfirmedAt, passwordHash });
      return insertMember(prisma, { ...membership, memberId, name, personRow, emailConfirmedAt, createdAt: at });
    });
  return retryConflicts(join).catch(answerTaken);
}
