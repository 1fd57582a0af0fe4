import type { CallContext } from '@parley/common/call-context';
import type { removeSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { savePerson } from '../storage/person-store.ts';
import { proveMe } from './prove-me.ts';

/** Errors: wrong_credentials, permission_denied, rate_limited. */
export async function removeSecondFactor(
  service: AccountsService,
  { password }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { personId } = await proveMe(service, password, context);
  await savePerson(service.database.prisma, personId, { totpSecret: null, totpSince: null, recoveryCodes: [] });
  return { ok: true };
}
