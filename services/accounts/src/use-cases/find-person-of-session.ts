import { type CallContext, memberOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import type { MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findSecrets } from '../storage/person-store.ts';

/** The person who moves their session to another workspace. Errors: permission_denied. */
export async function findPersonOfSession({ database }: AccountsService, context: CallContext): Promise<MemberSecrets> {
  const { memberId } = memberOf(context);
  const me = memberId === null ? null : await findSecrets(database.prisma, memberId);
  if (!me) throw new AppError('permission_denied', { message: 'The admin token is a member of no workspace.' });
  return me;
}
