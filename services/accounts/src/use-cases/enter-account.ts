import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { signIn } from '@parley/common/contracts/console/sign-in';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type MemberSecrets, ownsAddress } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { beginTry } from './begin-try.ts';
import { checkCode } from './check-code.ts';
import { noteSuccess } from './note-success.ts';

/** Returns the account whose password and code match. Errors: wrong_credentials, second_factor_required, rate_limited. */
export async function enterAccount(
  service: AccountsService,
  accounts: readonly MemberSecrets[],
  { email, password, code }: InputOf<typeof signIn>,
  context: CallContext,
): Promise<MemberSecrets> {
  const visitor = visitorOf(context);
  const emailKey = emailKeyOf(email);
  await beginTry(service, emailKey, visitor);
  const hashes = accounts.map(({ passwordHash }) => passwordHash);
  const position = await service.passwords.match(hashes, password);
  const member = position === null ? undefined : accounts[position];
  if (!member) throw new AppError('wrong_credentials');
  if (member.hasSecondFactor && !(await checkCode(service, member, code ?? '')))
    throw new AppError('second_factor_required');
  await noteSuccess(service, emailKey, visitor, { isOwner: ownsAddress(member, accounts) });
  return member;
}
