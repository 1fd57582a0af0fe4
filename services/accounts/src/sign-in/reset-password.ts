import { verb } from '@parley/bus/verb';
import { resetPassword as contract } from '@parley/common/contracts/console/sign-in';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { decideOwner, emailKeyOf, type Member } from '../members/member.rules.ts';
import {
  confirmMemberships,
  deleteLinksOfPerson,
  deletePeople,
  deleteSessionsOfPerson,
  findAccounts,
  findPersonOf,
  lockPeopleOfAddress,
  moveMemberships,
  savePerson,
} from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { rememberOwner } from './attempt.steps.ts';
import { deletePlacesOf } from './attempt.store.ts';
import { hashToken } from './link.rules.ts';
import { useLink } from './link.store.ts';
import { recordVisit } from './open-session.steps.ts';

/** Sets a new password by a mailed link. Errors: unknown_link. */
export const resetPassword = verb(contract, async (service: AccountsService, { token, password }, context) => {
  const { database, bus, passwords } = service;
  const at = service.now();
  const member = await database.prismaTransaction(({ prisma }) =>
    useLink(prisma, 'password_reset', hashToken(token), at),
  );
  if (!member) throw new AppError('unknown_link');
  await recordVisit(service, 'reset-password', member, context);
  const accounts = await findAccounts(database.prisma, emailKeyOf(member.email));
  const passwordHash = await passwords.hash(password, accounts[0]?.passwordHash ?? null);
  if (!(await confirmPassword(service, member, passwordHash))) throw new AppError('unknown_link');
  bus.publishHint(sessionChanged, { sessionId: null });
  await rememberOwner(service, member, context);
  return { email: member.email };
});

/**
 * Sets the password of an address, by a link that only its reader has: of the person who confirmed the address before,
 * otherwise of the member, who confirms it now (docs/reference/console.md#addresses). Ends their links and sessions.
 * False: the member was removed.
 */
async function confirmPassword(
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
