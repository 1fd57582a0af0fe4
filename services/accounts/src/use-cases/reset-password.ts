import type { CallContext } from '@parley/common/call-context';
import type { resetPassword as contract } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { emailKeyOf } from '../domain/member.ts';
import { hashToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { useLink } from '../storage/link-store.ts';
import { findAccounts } from '../storage/person-store.ts';
import { confirmPassword } from './confirm-password.ts';
import { recordVisit } from './record-visit.ts';
import { rememberOwner } from './remember-owner.ts';

/** Sets a new password by a mailed link. Errors: unknown_link. */
export async function resetPassword(
  service: AccountsService,
  { token, password }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { database, bus, passwords } = service;
  const at = service.now();
  const member = await database.prismaTransaction(({ prisma }) =>
    useLink(prisma, 'password_reset', hashToken(token), at),
  );
  if (!member) throw new AppError('unknown_link');
  await recordVisit(service, 'reset-password', member, context);
  const accounts = await findAccounts(database.prisma, emailKeyOf(member.email));
  const passwordHash = await passwords.hash(password, accounts[0]?.passwordHash ?? null);
  if (!(await confirmPassword(service, member, passwordHash))) throw new AppError('unknown_link');
  bus.publishHint(sessionChanged, { sessionId: null });
  await rememberOwner(service, member, context);
  return { email: member.email };
}
