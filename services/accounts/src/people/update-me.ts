import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { updateMe as contract } from '@parley/common/contracts/console/my-account';
import type { AccountsService } from '../service.ts';
import { findMe } from './me.steps.ts';
import { saveMembership, saveProfile } from './person.store.ts';

/** Errors: permission_denied. */
export const updateMe = verb(contract, async (service: AccountsService, input, context) => {
  const { personId, id } = await findMe(service, context);
  const { prisma } = service.database;
  // A session through an issuer changes nothing in other workspaces.
  if (memberOf(context).viaIssuer) await saveMembership(prisma, id, input);
  else await saveProfile(prisma, personId, input);
  return { ok: true };
});
