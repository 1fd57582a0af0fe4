import { decideOwner, emailKeyOf, type Member } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import {
  confirmMemberships,
  deleteLinksOfPerson,
  deletePeople,
  deleteSessionsOfPerson,
  findPersonOf,
  lockPeopleOfAddress,
  moveMemberships,
  savePerson,
} from '../storage/person-store.ts';
import { deletePlacesOf } from '../storage/place-store.ts';

/**
 * Sets the password of an address, by a link that only its reader has: of the person who confirmed the address before,
 * otherwise of the member, who confirms it now (docs/reference/console.md#addresses). Ends their links and sessions.
 * False: the member was removed.
 */
export async function confirmPassword(
  { database, now }: AccountsService,
  member: Pick<Member, 'id' | 'email'>,
  passwordHash: string,
): Promise<boolean> {
  const emailKey = emailKeyOf(member.email);
  const at = now();
  return database.prismaTransaction(async ({ prisma, sql }) => {
    const people = await lockPeopleOfAddress(sql, emailKey);
    const owner = decideOwner(people, await findPersonOf(prisma, member.id));
    if (!owner) return false;
    const { personId, isFirst, merged } = owner;
    await savePerson(prisma, personId, { passwordHash, ...(isFirst ? { emailConfirmedAt: at } : {}) });
    await moveMemberships(prisma, merged, personId);
    await confirmMemberships(prisma, personId, at);
    await deletePeople(prisma, merged);
    await deleteLinksOfPerson(prisma, personId);
    await deleteSessionsOfPerson(prisma, personId);
    // Forgets the places of people who had not confirmed the address.
    if (isFirst) await deletePlacesOf(prisma, emailKey);
    return true;
  });
}
