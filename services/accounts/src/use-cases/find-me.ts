import { type CallContext, memberOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import type { MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findSecrets } from '../storage/person-store.ts';

/** The calling member. Errors: permission_denied for the operator, who is no member. */
export async function findMe({ database }: AccountsService, context: CallContext): Promise<MemberSecrets> {
  const { memberId } = memberOf(context);
  if (memberId === null)
    throw new AppError('permission_denied', { message: 'The admin token has no account of its own.' });
  const member = await findSecrets(database.prisma, memberId);
  if (!member) throw new AppError('permission_denied', { message: 'This account was removed.' });
  return member;
}
