import { verb } from '@parley/bus/verb';
import { startSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { proveMe } from './me.steps.ts';
import { savePerson } from './person.store.ts';
import { makeTotpSecret, TOTP_PURPOSE, totpUrl } from './second-factor.rules.ts';

/** Errors: wrong_credentials, second_factor_set, permission_denied, rate_limited. */
export const startSecondFactor = verb(contract, async (service: AccountsService, { password }, context) => {
  const { database, cipher } = service;
  const { personId, email, hasSecondFactor } = await proveMe(service, password, context);
  if (hasSecondFactor) throw new AppError('second_factor_set');
  const secret = makeTotpSecret();
  await savePerson(database.prisma, personId, { totpSecret: cipher.encrypt(secret, TOTP_PURPOSE) });
  return { secret, url: totpUrl(secret, email) };
});
