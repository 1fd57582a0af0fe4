import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { signIn } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type MemberSecrets, ownsAddress } from '../domain/member.ts';
import type { CheckCode } from './check-code.ts';
import type { LimitTries } from './limit-tries.ts';
import type { OpenSession } from './manage-sessions.ts';

export interface SignInRows {
  /**
   * The people who sign in with an address, each with the membership that was used last: first the one who confirmed
   * it, then others with an invitation that was handed over.
   */
  findAccounts(emailKey: string): Promise<MemberSecrets[]>;
}

export interface EnterAccountDeps {
  /** The position of the hash that matches, or null. Zero, one or many hashes take the same work. */
  matchPassword(stored: readonly (string | null)[], password: string): Promise<number | null>;
  checkCode: CheckCode;
  tries: LimitTries;
}

/**
 * Returns the account whose password and code match. Errors: wrong_credentials, second_factor_required, rate_limited.
 */
export type EnterAccount = (
  accounts: readonly MemberSecrets[],
  given: InputOf<typeof signIn>,
  context: CallContext,
) => Promise<MemberSecrets>;

export function makeEnterAccount({ matchPassword, checkCode, tries }: EnterAccountDeps): EnterAccount {
  return async (accounts, { email, password, code }, context) => {
    const visitor = visitorOf(context);
    const emailKey = emailKeyOf(email);
    await tries.begin(emailKey, visitor);
    const position = await matchPassword(
      accounts.map(({ passwordHash }) => passwordHash),
      password,
    );
    const member = position === null ? undefined : accounts[position];
    if (!member) throw new AppError('wrong_credentials');
    if (member.hasSecondFactor && !(await checkCode(member, code ?? ''))) throw new AppError('second_factor_required');
    await tries.succeeded(emailKey, visitor, { isOwner: ownsAddress(member, accounts) });
    return member;
  };
}

/**
 * Signs a person in to the workspace that they used last (docs/reference/console.md#sign-in). Neither the answer nor
 * its duration reveals whether an address is known. Errors: wrong_credentials, second_factor_required, rate_limited.
 */
export function makeSignIn({
  members,
  enterAccount,
  openSession,
}: {
  members: SignInRows;
  enterAccount: EnterAccount;
  openSession: OpenSession;
}) {
  return async (input: InputOf<typeof signIn>, context: CallContext): Promise<OutputOf<typeof signIn>> => {
    const accounts = await members.findAccounts(emailKeyOf(input.email));
    const member = await enterAccount(accounts, input, context);
    return { sessionToken: await openSession('sign-in', member, context) };
  };
}
