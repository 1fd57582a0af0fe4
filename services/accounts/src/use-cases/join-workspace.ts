import type { CallContext } from '@parley/common/call-context';
import type { joinWorkspace as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findInvitation } from './find-invitation.ts';
import { findPersonOfSession } from './find-person-of-session.ts';
import { joinAsPerson } from './join-as-person.ts';
import { moveToWorkspace } from './move-to-workspace.ts';

/** Errors: unknown_link, tenant_inactive, member_exists, permission_denied for an invitation to another address. */
export async function joinWorkspace(
  service: AccountsService,
  { token }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
