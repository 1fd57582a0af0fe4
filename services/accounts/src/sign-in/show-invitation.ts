import { verb } from '@parley/bus/verb';
import { showInvitation as contract } from '@parley/common/contracts/console/sign-in';
import type { AccountsService } from '../service.ts';
import { findInvitation, findInvitedOwner } from './invitation.steps.ts';

/** Errors: unknown_link, tenant_inactive. */
export const showInvitation = verb(contract, async (service: AccountsService, { token }) => {
  const found = await findInvitation(service, token);
  const { email, roles, workspace } = found;
  return { email, roles, workspace, hasAccount: (await findInvitedOwner(service, found)) !== null };
});
