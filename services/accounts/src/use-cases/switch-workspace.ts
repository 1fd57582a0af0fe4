import { type CallContext, memberOf } from '@parley/common/call-context';
import type { joinWorkspace, switchWorkspace } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { emailKeyOf, type Member, type MemberSecrets } from '../domain/member.ts';
import { hashToken } from '../domain/one-time-token.ts';
import { findInvitation } from './find-invitation.ts';
import type { LinkRows } from './follow-links.ts';
import type { RecordVisit, SessionRows } from './manage-sessions.ts';
import type { AccountRows } from './my-account.ts';

/** Memberships of one person. */
export interface WorkspaceMemberRows {
  /** Null: the person is no member there. */
  findMembership(personId: number, slug: string): Promise<Member | null>;
}

export interface SwitchWorkspaceDeps {
  members: WorkspaceMemberRows & Pick<AccountRows, 'findSecrets'>;
  links: Pick<LinkRows, 'findInvitation' | 'join'>;
  sessions: Pick<SessionRows, 'moveTo'>;
  recordVisit: RecordVisit;
  publishSessionChanged(sessionId: string): void;
  now(): Date;
}

/** Moves a session to another workspace of the person, or joins one (docs/reference/console.md#several-workspaces). */
export function makeSwitchWorkspace({ members, links, sessions, now, ...deps }: SwitchWorkspaceDeps) {
  async function findMe(context: CallContext): Promise<MemberSecrets> {
    const { memberId } = memberOf(context);
    const me = memberId === null ? null : await members.findSecrets(memberId);
    if (!me) throw new AppError('permission_denied', { message: 'The admin token is a member of no workspace.' });
    return me;
  }
  async function goOnAs(member: Member, action: string, context: CallContext): Promise<{ ok: true }> {
    const { sessionId } = memberOf(context);
    await deps.recordVisit(action, member, context);
    await sessions.moveTo(sessionId, member);
    deps.publishSessionChanged(sessionId);
    return { ok: true };
  }
  return {
    /** Errors: unknown_tenant, permission_denied. */
    async switchTo(
      { slug }: InputOf<typeof switchWorkspace>,
      context: CallContext,
    ): Promise<OutputOf<typeof switchWorkspace>> {
      const member = await members.findMembership((await findMe(context)).personId, slug);
      if (!member) throw new AppError('unknown_tenant');
      return goOnAs(member, 'switch-workspace', context);
    },

    /** Errors: unknown_link, tenant_inactive, member_exists, permission_denied for an invitation to another address. */
    async join(
      { token }: InputOf<typeof joinWorkspace>,
      context: CallContext,
    ): Promise<OutputOf<typeof joinWorkspace>> {
      const me = await findMe(context);
      const invitation = await findInvitation(links, token, now());
      if (emailKeyOf(invitation.email) !== emailKeyOf(me.email))
        throw new AppError('permission_denied', { message: 'This invitation is for another e-mail address.' });
      const joined = await links.join(hashToken(token), now(), { memberId: makeId('mem'), person: me });
      if (joined === null) throw new AppError('unknown_link');
      if (joined === 'exists') throw new AppError('member_exists');
      if (joined === 'gone')
        throw new AppError('permission_denied', { message: 'Your account was removed: open the invitation again.' });
      return goOnAs(joined, 'join-workspace', context);
    },
  };
}
