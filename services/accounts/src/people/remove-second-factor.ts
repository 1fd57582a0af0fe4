import { verb } from '@parley/bus/verb';
import { removeSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import type { AccountsService } from '../service.ts';
import { proveMe } from './me.steps.ts';
import { savePerson } from './person.store.ts';

/** Errors: wrong_credentials, permission_denied, rate_limited. */
export const removeSecondFactor = verb(contract, async (service: AccountsService, { password }, context) => {
  const { personId } = await proveMe(service, password, context);
  await savePerson(service.database.prisma, personId, { totpSecret: null, totpSince: null, recoveryCodes: [] });
  return { ok: true };
});
