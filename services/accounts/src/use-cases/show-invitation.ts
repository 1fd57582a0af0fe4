import type { showInvitation as contract } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findInvitation } from './find-invitation.ts';
import { findInvitedOwner } from './find-invited-owner.ts';

/** Errors: unknown_link, tenant_inactive. */
export async function showInvitation(
  service: AccountsService,
  { token }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const found = await findInvitation(service, token);
  const { email, roles, workspace } = found;
  return { email, roles, workspace, hasAccount: (await findInvitedOwner(service, found)) !== null };
}
