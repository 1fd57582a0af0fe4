import type { CallContext } from '@parley/common/call-context';
import type { updateMe as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { saveProfile } from '../storage/person-store.ts';
import { findMe } from './find-me.ts';

/** Errors: permission_denied. */
export async function updateMe(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { personId } = await findMe(service, context);
  await saveProfile(service.database.prisma, personId, input);
  return { ok: true };
}
