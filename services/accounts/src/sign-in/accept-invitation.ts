import { verb } from '@parley/bus/verb';
import type { CallContext } from '@parley/common/call-context';
import { acceptInvitation as contract, NewPassword } from '@parley/common/contracts/console/sign-in';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { emailKeyOf, type Member, type MemberSecrets } from '../members/member.rules.ts';
import { answerTaken, insertMember } from '../members/member.store.ts';
import { findAccounts, insertPerson } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { enterAccount, rememberOwner } from './attempt.steps.ts';
import { deletePlacesOf } from './attempt.store.ts';
import { findInvitation, findInvitedOwner, joinAsPerson } from './invitation.steps.ts';
import { type FoundInvitation, hashToken } from './link.rules.ts';
import { useInvitation } from './link.store.ts';
import { openSession } from './open-session.steps.ts';

type Given = InputOf<typeof contract>;

/**
 * Uses an invitation link without a session (docs/reference/console.md#invitations). Errors: unknown_link,
 * tenant_inactive, member_exists, wrong_credentials, second_factor_required, rate_limited, invalid_password.
 */
export const acceptInvitation = verb(contract, async (service: AccountsService, given: Given, context) => {
  // Before the password is hashed, which is expensive: an invalid token costs no hash.
  const found = await findInvitation(service, given.token);
  const owner = await findInvitedOwner(service, found);
  const joined = owner ? await joinAsOwner(service, owner, given, context) : 'gone';
  // The address has no owner, or its owner has just been removed: create a new person.
  const member = joined === 'gone' ? await joinAsStranger(service, found, given) : joined;
  if (member === null) throw new AppError('unknown_link');
  if (member === 'exists') throw new AppError('member_exists');
  await rememberOwner(service, member, context);
  return { sessionToken: await openSession(service, 'accept-invitation', member, context) };
});

async function joinAsOwner(
  service: AccountsService,
  owner: MemberSecrets,
  { token, password, code }: Given,
  context: CallContext,
) {
  const person = await enterAccount(service, [owner], { email: owner.email, password, code }, context);
  return joinAsPerson(service, token, person);
}

async function joinAsStranger(service: AccountsService, { email }: FoundInvitation, { token, name, password }: Given) {
  const problem = NewPassword.safeParse(password).error?.issues[0]?.message;
  if (problem !== undefined) throw invalidField('password', problem);
  const accounts = await findAccounts(service.database.prisma, emailKeyOf(email));
  const passwordHash = await service.passwords.hash(password, accounts[0]?.passwordHash ?? null);
  return joinAsNewPerson(service, token, { name: name ?? email, passwordHash });
}

/**
 * Uses an invitation and creates a person with their first membership. Null: the invitation has ended; exists: another
 * person has the address.
 */
async function joinAsNewPerson(
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
