import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { inviteMember as contract, MEMBERS_MAX } from '@parley/common/contracts/console/members';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import type { AccountsService } from '../service.ts';
import { makeToken, newLink } from '../sign-in/link.rules.ts';
import { countInvitations, saveLink } from '../sign-in/link.store.ts';
import { mailLink, reserveMailQuota } from '../sign-in/mail-link.steps.ts';
import { findWorkspace } from '../tenants/tenant.store.ts';
import { emailKeyOf, toInvitationView } from './member.rules.ts';
import { countMembers, isEmailTaken } from './member.store.ts';

const VALID_MS = 7 * 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 3600;

/**
 * Invites a person to a workspace (docs/reference/console.md#invitations). When no server accepts the mail, the caller
 * gets the link to hand over. Errors: member_exists, rate_limited.
 */
export const inviteMember = verb(
  contract,
  async (service: AccountsService, { email, roles, by, language }, context) => {
    const { bus, environment, now } = service;
    const { prisma } = service.database;
    const tenantId = tenantIdOf(context);
    const emailKey = emailKeyOf(email);
    const at = now();
    if (await isEmailTaken(prisma, tenantId, emailKey)) throw new AppError('member_exists');
    await checkRoom(service, tenantId, at);
    // Before the previous invitation is replaced: a refused one changes nothing.
    if (by === 'mail') await reserveMailQuota(service, { purpose: 'invitation', tenantId, address: email });
    const token = makeToken();
    const { memberId: madeBy } = memberOf(context);
    const settings = { kind: 'invitation', tenantId, madeBy, email, emailKey, roles, isMailed: by === 'mail' } as const;
    const link = newLink(settings, { token, at, validMs: VALID_MS });
    await saveLink(prisma, link);
    // The token follows the #, so that no server receives it and no log contains it.
    const url = `${publicUrlOf(environment)}/console/join#${token}`;
    const workspace = (await findWorkspace(prisma, tenantId))?.name ?? null;
    const isMailed =
      by === 'mail' && (await mailLink(bus, { kind: 'invitation', to: email, language, workspace, url }));
    // The link is stored before anyone but the reader of the mail gets it.
    if (by === 'mail' && !isMailed) await saveLink(prisma, { ...link, isMailed: false });
    const invitation = toInvitationView({ ...link, id: 0 });
    return { invitation, link: isMailed ? null : url, isMailed };
  },
);

async function checkRoom({ database: { prisma } }: AccountsService, tenantId: number, at: Date): Promise<void> {
  const count = (await countMembers(prisma, tenantId)) + (await countInvitations(prisma, tenantId, at));
  if (count < MEMBERS_MAX) return;
  const message = `A workspace has at most ${MEMBERS_MAX} members and open invitations.`;
  throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
}
