import { type CallContext, memberOf } from '@parley/common/call-context';
import type { updateMe as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { saveMembership, saveProfile } from '../storage/person-store.ts';
import { findMe } from './find-me.ts';

/** Errors: permission_denied. */
export async function updateMe(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { personId, id } = await findMe(service, context);
  const { prisma } = service.database;
  // A session through an issuer changes nothing in other workspaces.
  if (memberOf(context).viaIssuer) await saveMembership(prisma, id, input);
  else await saveProfile(prisma, personId, input);
  return { ok: true };
}
