import type { CallContext } from '@parley/common/call-context';
import type { redeemSignInLink as contract } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { hashToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { useLink } from '../storage/link-store.ts';
import { openSession } from './open-session.ts';
import { rememberOwner } from './remember-owner.ts';

/** Errors: unknown_link. */
export async function redeemSignInLink(
  service: AccountsService,
  { token }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const at = service.now();
  const member = await service.database.prismaTransaction(({ prisma }) =>
    useLink(prisma, 'sign_in', hashToken(token), at),
  );
  if (!member) throw new AppError('unknown_link');
  await rememberOwner(service, member, context);
  return { sessionToken: await openSession(service, 'redeem-sign-in-link', member, context) };
}
