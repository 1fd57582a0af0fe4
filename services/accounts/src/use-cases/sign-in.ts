import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { signIn } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type MemberSecrets } from '../domain/member.ts';
import type { CheckCode } from './check-code.ts';
import type { LimitTries } from './limit-tries.ts';
import type { OpenSession } from './manage-sessions.ts';

export interface SignInRows {
  findByEmail(emailKey: string): Promise<MemberSecrets | null>;
}

export interface SignInDeps {
  members: SignInRows;
  /** A member without a password, and nobody at all, take the same work and are wrong. */
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
  checkCode: CheckCode;
  tries: LimitTries;
  openSession: OpenSession;
}

/**
 * Signs a member in (docs/reference/console.md#sign-in). Neither the answer nor its work tells whether an address is known.
 * Errors: wrong_credentials, second_factor_required, rate_limited.
 */
export function makeSignIn({ members, verifyPassword, checkCode, tries, openSession }: SignInDeps) {
  return async (
    { email, password, code }: InputOf<typeof signIn>,
    context: CallContext,
  ): Promise<OutputOf<typeof signIn>> => {
    const visitor = visitorOf(context);
    const emailKey = emailKeyOf(email);
    await tries.begin(emailKey, visitor);
    const member = await members.findByEmail(emailKey);
    const isRight = await verifyPassword(member?.passwordHash ?? null, password);
    if (!member || !isRight) throw new AppError('wrong_credentials');
    if (member.hasSecondFactor && !(await checkCode(member, code ?? ''))) throw new AppError('second_factor_required');
    await tries.succeeded(emailKey, visitor);
    return { sessionToken: await openSession('sign-in', member, context) };
  };
}
