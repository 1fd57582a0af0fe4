import type { CallContext } from '@parley/common/call-context';
import type { confirmSecondFactor as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { hashRecoveryCode, makeRecoveryCodes } from '../domain/recovery-code.ts';
import type { AccountsService } from '../service.ts';
import { deleteLinksOfPerson, savePerson } from '../storage/person-store.ts';
import { checkCode } from './check-code.ts';
import { findMe } from './find-me.ts';
import { proveSecret } from './prove-secret.ts';

/**
 * Turns the second factor on; ends the person's open links, which would open a session without it. Errors:
 * second_factor_required for a wrong code, second_factor_set, permission_denied, rate_limited.
 */
export async function confirmSecondFactor(
  service: AccountsService,
  { code }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
