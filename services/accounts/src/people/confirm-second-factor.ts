import { verb } from '@parley/bus/verb';
import { confirmSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { checkCode, proveSecret } from '../sign-in/attempt.steps.ts';
import { findMe } from './me.steps.ts';
import { deleteLinksOfPerson, savePerson } from './person.store.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './second-factor.rules.ts';

/**
 * Turns the second factor on; ends the person's open links, which would open a session without it. Errors:
 * second_factor_required for a wrong code, second_factor_set, permission_denied, rate_limited.
 */
export const confirmSecondFactor = verb(contract, async (service: AccountsService, { code }, context) => {
  const member = await findMe(service, context);
  if (member.hasSecondFactor) throw new AppError('second_factor_set');
  const check = () => checkCode(service, member, code);
  await proveSecret(service, member, { check, refusal: 'second_factor_required' }, context);
  const codes = makeRecoveryCodes();
  const changes = { totpSince: service.now(), recoveryCodes: codes.map(hashRecoveryCode) };
  await service.database.prismaTransaction(async ({ prisma }) => {
    await savePerson(prisma, member.personId, changes);
    await deleteLinksOfPerson(prisma, member.personId);
  });
  return { recoveryCodes: codes };
});
