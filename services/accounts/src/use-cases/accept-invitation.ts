import type { CallContext } from '@parley/common/call-context';
import { type acceptInvitation, NewPassword, type showInvitation } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { emailKeyOf, type MemberSecrets } from '../domain/member.ts';
import { hashToken } from '../domain/one-time-token.ts';
import { findInvitation } from './find-invitation.ts';
import type { FoundInvitation, LinkRows } from './follow-links.ts';
import type { OpenSession } from './manage-sessions.ts';
import type { RememberPlace } from './remember-place.ts';
import type { EnterAccount, SignInRows } from './sign-in.ts';

export interface AcceptInvitationDeps {
  links: Pick<LinkRows, 'findInvitation' | 'accept' | 'join'>;
  members: SignInRows;
  hashPassword(password: string, like: string | null): Promise<string>;
  enterAccount: EnterAccount;
  rememberPlace: RememberPlace;
  openSession: OpenSession;
  now(): Date;
}

type Given = InputOf<typeof acceptInvitation>;

/**
 * Operations on an invitation link without a session (docs/reference/console.md#invitations). Errors: unknown_link,
 * tenant_inactive.
 */
export function makeAcceptInvitation({ links, members, openSession, now, ...deps }: AcceptInvitationDeps) {
  /**
   * The person who has confirmed the address, for an invitation that was mailed to it. A link that was handed over
   * proves nothing: its holder does not learn whether somebody has the address, and we do not learn that it is theirs.
   */
  async function findOwner({ email, isMailed }: FoundInvitation): Promise<MemberSecrets | null> {
    const accounts = isMailed ? await members.findAccounts(emailKeyOf(email)) : [];
    return accounts.find(({ isConfirmed }) => isConfirmed) ?? null;
  }

  async function joinAs(owner: MemberSecrets, { token, password, code }: Given, context: CallContext) {
    const person = await deps.enterAccount([owner], { email: owner.email, password, code }, context);
    return links.join(hashToken(token), now(), { memberId: makeId('mem'), person });
  }

  async function joinAsNew({ email }: FoundInvitation, { token, name, password }: Given) {
    const problem = NewPassword.safeParse(password).error?.issues[0]?.message;
    if (problem !== undefined) throw invalidField('password', problem);
    const accounts = await members.findAccounts(emailKeyOf(email));
    const passwordHash = await deps.hashPassword(password, accounts[0]?.passwordHash ?? null);
    const made = { memberId: makeId('mem'), name: name ?? email, passwordHash };
    return links.accept(hashToken(token), now(), made);
  }

  return {
    async show({ token }: InputOf<typeof showInvitation>): Promise<OutputOf<typeof showInvitation>> {
      const found = await findInvitation(links, token, now());
      const { email, role, workspace } = found;
      return { email, role, workspace, hasAccount: (await findOwner(found)) !== null };
    },

    /** Errors: unknown_link, tenant_inactive, member_exists, wrong_credentials, second_factor_required, rate_limited, invalid_password. */
    async accept(given: Given, context: CallContext): Promise<OutputOf<typeof acceptInvitation>> {
      // Before the password is hashed, which is expensive: an invalid token costs no hash.
      const found = await findInvitation(links, given.token, now());
      const owner = await findOwner(found);
      const joined = owner ? await joinAs(owner, given, context) : 'gone';
      // Nobody has the address, or no longer: create a new person.
      const member = joined === 'gone' ? await joinAsNew(found, given) : joined;
      if (member === null) throw new AppError('unknown_link');
      if (member === 'exists') throw new AppError('member_exists');
      await deps.rememberPlace(member, context);
      return { sessionToken: await openSession('accept-invitation', member, context) };
    },
  };
}
