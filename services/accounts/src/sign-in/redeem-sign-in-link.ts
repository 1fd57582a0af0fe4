import { verb } from '@parley/bus/verb';
import { redeemSignInLink as contract } from '@parley/common/contracts/console/sign-in';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { rememberOwner } from './attempt.steps.ts';
import { hashToken } from './link.rules.ts';
import { useLink } from './link.store.ts';
import { openSession } from './open-session.steps.ts';

/** Errors: unknown_link. */
export const redeemSignInLink = verb(contract, async (service: AccountsService, { token }, context) => {
  const at = service.now();
  const member = await service.database.prismaTransaction(({ prisma }) =>
    useLink(prisma, 'sign_in', hashToken(token), at),
  );
  if (!member) throw new AppError('unknown_link');
  await rememberOwner(service, member, context);
  return { sessionToken: await openSession(service, 'redeem-sign-in-link', member, context) };
});
