import type { CallContext } from '@parley/common/call-context';
import type { startSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeTotpSecret, TOTP_PURPOSE, totpUrl } from '../domain/totp.ts';
import type { AccountsService } from '../service.ts';
import { savePerson } from '../storage/person-store.ts';
import { proveMe } from './prove-me.ts';

/** Errors: wrong_credentials, second_factor_set, permission_denied, rate_limited. */
export async function startSecondFactor(
  service: AccountsService,
  { password }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { database, cipher } = service;
  const { personId, email, hasSecondFactor } = await proveMe(service, password, context);
  if (hasSecondFactor) throw new AppError('second_factor_set');
  const secret = makeTotpSecret();
  await savePerson(database.prisma, personId, { totpSecret: cipher.encrypt(secret, TOTP_PURPOSE) });
  return { secret, url: totpUrl(secret, email) };
}
