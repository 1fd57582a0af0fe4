import type { CallContext } from '@parley/common/call-context';
import { type acceptInvitation as contract, NewPassword } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { FoundInvitation } from '../domain/link.ts';
import { emailKeyOf, type MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findAccounts } from '../storage/person-store.ts';
import { enterAccount } from './enter-account.ts';
import { findInvitation } from './find-invitation.ts';
import { findInvitedOwner } from './find-invited-owner.ts';
import { joinAsNewPerson } from './join-as-new-person.ts';
import { joinAsPerson } from './join-as-person.ts';
import { openSession } from './open-session.ts';
import { rememberOwner } from './remember-owner.ts';

type Given = InputOf<typeof contract>;

/**
 * Uses an invitation link without a session (docs/reference/console.md#invitations). Errors: unknown_link,
 * tenant_inactive, member_exists, wrong_credentials, second_factor_required, rate_limited, invalid_password.
 */
export async function acceptInvitation(
  service: AccountsService,
  given: Given,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  // Before the password is hashed, which is expensive: an invalid token costs no hash.
  const found = await findInvitation(service, given.token);
  const owner = await findInvitedOwner(service, found);
  const joined = owner ? await joinAsOwner(service, owner, given, context) : 'gone';
  // The address has no owner, or its owner was removed meanwhile: create a new person.
  const member = joined === 'gone' ? await joinAsStranger(service, found, given) : joined;
  if (member === null) throw new AppError('unknown_link');
  if (member === 'exists') throw new AppError('member_exists');
  await rememberOwner(service, member, context);
  return { sessionToken: await openSession(service, 'accept-invitation', member, context) };
}

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
