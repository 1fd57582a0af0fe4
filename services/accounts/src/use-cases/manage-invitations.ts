import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { inviteMember, listInvitations, revokeInvitation } from '@parley/common/contracts/console/members';
import { MEMBERS_MAX } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { emailKeyOf, type Invitation, toInvitationView } from '../domain/member.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import type { LinkRows, MailLink, TakeMailRoom } from './follow-links.ts';
import type { MemberRows } from './manage-members.ts';
import type { AccountRows } from './my-account.ts';

/** Open invitations of one tenant. */
export interface InvitationRows {
  /** In the order of creation. */
  listInvitationsAfter(tenantId: number, id: number, page: { count: number; now: Date }): Promise<Invitation[]>;
  revokeInvitation(tenantId: number, linkId: string, now: Date): Promise<boolean>;
  countInvitations(tenantId: number, now: Date): Promise<number>;
}

export interface ManageInvitationsDeps {
  invitations: InvitationRows & Pick<LinkRows, 'save'>;
  members: Pick<MemberRows, 'countMembers' | 'isEmailTaken'> & Pick<AccountRows, 'findTenant'>;
  mailLink: MailLink;
  takeMailRoom: TakeMailRoom;
  consoleUrl: string;
  now(): Date;
}

const VALID_MS = 7 * 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 3600;

/** Invitations to a workspace (docs/reference/console.md#invitations). */
export function makeManageInvitations({
  invitations,
  members,
  mailLink,
  takeMailRoom,
  consoleUrl,
  now,
}: ManageInvitationsDeps) {
  async function checkRoom(tenantId: number, at: Date): Promise<void> {
    const count = (await members.countMembers(tenantId)) + (await invitations.countInvitations(tenantId, at));
    if (count < MEMBERS_MAX) return;
    const message = `A workspace has at most ${MEMBERS_MAX} members and open invitations.`;
    throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
  }

  return {
    async list(
      { limit, cursor }: InputOf<typeof listInvitations>,
      context: CallContext,
    ): Promise<OutputOf<typeof listInvitations>> {
      const page = { count: limit + 1, now: now() };
      const rows = await invitations.listInvitationsAfter(tenantIdOf(context), readCursor(cursor), page);
      return pageOf(rows, limit, toInvitationView);
    },

    /** When no server accepts the mail, the caller gets the link to hand over. Errors: member_exists, rate_limited. */
    async invite(
      { email, role, by, language }: InputOf<typeof inviteMember>,
      context: CallContext,
    ): Promise<OutputOf<typeof inviteMember>> {
      const tenantId = tenantIdOf(context);
      const emailKey = emailKeyOf(email);
      const at = now();
      if (await members.isEmailTaken(tenantId, emailKey)) throw new AppError('member_exists');
      await checkRoom(tenantId, at);
      // Before the previous invitation is replaced: a refused one changes nothing.
      if (by === 'mail') await takeMailRoom({ purpose: 'invitation', tenantId, address: email });
      const token = makeToken();
      const link = {
        linkId: makeId('inv', at.getTime()),
        tenantId,
        email,
        role,
        expiresAt: new Date(at.getTime() + VALID_MS),
        createdAt: at,
      };
      const save = (isMailed: boolean): Promise<void> =>
        invitations.save({
          ...link,
          tokenHash: hashToken(token),
          kind: 'invitation',
          memberRow: null,
          madeBy: memberOf(context).memberId,
          emailKey,
          isMailed,
        });
      await save(by === 'mail');
      // The token follows the #, so that no server receives it and no log contains it.
      const url = `${consoleUrl}/join#${token}`;
      const workspace = (await members.findTenant(tenantId))?.name ?? null;
      const isMailed = by === 'mail' && (await mailLink({ kind: 'invitation', to: email, language, workspace, url }));
      // Before anybody but the reader of the mail gets the link.
      if (by === 'mail' && !isMailed) await save(false);
      const invitation = toInvitationView({ ...link, id: 0 });
      return { invitation, link: isMailed ? null : url, isMailed };
    },

    /** Errors: unknown_invitation. */
    async revoke(
      { id }: InputOf<typeof revokeInvitation>,
      context: CallContext,
    ): Promise<OutputOf<typeof revokeInvitation>> {
      if (!(await invitations.revokeInvitation(tenantIdOf(context), id, now())))
        throw new AppError('unknown_invitation');
      return { ok: true };
    },
  };
}
