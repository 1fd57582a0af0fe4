import { type CallContext, visitorOf } from '@parley/common/call-context';
import { emailKeyOf, type Member, ownsAddress } from '../domain/member.ts';
import type { LimitTries } from './limit-tries.ts';
import type { SignInRows } from './sign-in.ts';

/**
 * Remembers the browser of a member who came by a link, so that a stranger's wrong passwords never delay them there.
 */
export type RememberPlace = (member: Member, context: CallContext) => Promise<void>;

interface Deps {
  members: SignInRows;
  tries: Pick<LimitTries, 'remember'>;
}

export function makeRememberPlace({ members, tries }: Deps): RememberPlace {
  return async ({ email, memberId }, context) => {
    const emailKey = emailKeyOf(email);
    const accounts = await members.findAccounts(emailKey);
    const isOwner = accounts.some(
      (own) => ownsAddress(own, accounts) && (accounts.length === 1 || own.memberId === memberId),
    );
    if (isOwner) await tries.remember(emailKey, visitorOf(context));
  };
}
