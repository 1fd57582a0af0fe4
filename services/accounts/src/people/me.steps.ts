import { type CallContext, memberOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import type { Member, MemberSecrets } from '../members/member.rules.ts';
import type { AccountsService } from '../service.ts';
import { moveSession } from '../sessions/session.store.ts';
import { proveSecret } from '../sign-in/attempt.steps.ts';
import { recordVisit } from '../sign-in/open-session.steps.ts';
import { findSecrets } from './person.store.ts';

/** The calling member. Errors: permission_denied for the operator, who is no member. */
export async function findMe({ database }: AccountsService, context: CallContext): Promise<MemberSecrets> {
  const { memberId } = memberOf(context);
  if (memberId === null)
    throw new AppError('permission_denied', { message: 'The admin token has no account of its own.' });
  const member = await findSecrets(database.prisma, memberId);
  if (!member) throw new AppError('permission_denied', { message: 'This account was removed.' });
  return member;
}

/** The calling member, after a check of their password. Errors: wrong_credentials, permission_denied, rate_limited. */
export async function proveMe(
  service: AccountsService,
  password: string,
  context: CallContext,
): Promise<MemberSecrets> {
  const member = await findMe(service, context);
  const check = () => service.passwords.verify(member.passwordHash, password);
  await proveSecret(service, member, { check, refusal: 'wrong_credentials' }, context);
  return member;
}

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

/** Moves the session to another membership of its person (docs/reference/console.md#several-workspaces). */
export async function moveToWorkspace(
  service: AccountsService,
  action: string,
  member: Member,
  context: CallContext,
): Promise<{ ok: true }> {
  const { sessionId } = memberOf(context);
  await recordVisit(service, action, member, context);
  await moveSession(service.database.prisma, sessionId, member);
  service.bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
}
