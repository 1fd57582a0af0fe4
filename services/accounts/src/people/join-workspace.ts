import { verb } from '@parley/bus/verb';
import { joinWorkspace as contract } from '@parley/common/contracts/console/my-account';
import { AppError } from '@parley/common/errors';
import { emailKeyOf } from '../members/member.rules.ts';
import type { AccountsService } from '../service.ts';
import { findInvitation, joinAsPerson } from '../sign-in/invitation.steps.ts';
import { findPersonOfSession, moveToWorkspace } from './me.steps.ts';

/** Errors: unknown_link, tenant_inactive, member_exists, permission_denied for an invitation to another address. */
export const joinWorkspace = verb(contract, async (service: AccountsService, { token }, context) => {
  const me = await findPersonOfSession(service, context);
  const invitation = await findInvitation(service, token);
  if (emailKeyOf(invitation.email) !== emailKeyOf(me.email))
    throw new AppError('permission_denied', { message: 'This invitation is for another e-mail address.' });
  const joined = await joinAsPerson(service, token, me);
  if (joined === null) throw new AppError('unknown_link');
  if (joined === 'exists') throw new AppError('member_exists');
  if (joined === 'gone')
    throw new AppError('permission_denied', { message: 'Your account was removed: open the invitation again.' });
  return moveToWorkspace(service, 'join-workspace', joined, context);
});
