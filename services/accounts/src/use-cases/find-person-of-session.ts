import { type CallContext, memberOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import type { MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findSecrets } from '../storage/person-store.ts';

const OPERATOR = 'The operator belongs to no workspace: sign in as a member.';
const VIA_ISSUER =
  'Single sign-on opened this session for this workspace only: sign in with your password for the others.';
const REMOVED = 'You are no longer a member of this workspace.';

/** The person who moves their session to another workspace. Errors: permission_denied. */
export async function findPersonOfSession({ database }: AccountsService, context: CallContext): Promise<MemberSecrets> {
  const { memberId, viaIssuer } = memberOf(context);
  // An issuer answers for the members of its own workspace.
  if (viaIssuer) throw new AppError('permission_denied', { message: VIA_ISSUER });
  if (memberId === null) throw new AppError('permission_denied', { message: OPERATOR });
  const me = await findSecrets(database.prisma, memberId);
  if (!me) throw new AppError('permission_denied', { message: REMOVED });
  return me;
}
