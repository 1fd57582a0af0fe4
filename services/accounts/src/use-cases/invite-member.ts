import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { type inviteMember as contract, MEMBERS_MAX } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import { mailLink } from '../adapters/mail-link.ts';
import { newLink } from '../domain/link.ts';
import { emailKeyOf, toInvitationView } from '../domain/member.ts';
import { makeToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { countInvitations, saveLink } from '../storage/link-store.ts';
import { countMembers, isEmailTaken } from '../storage/member-store.ts';
import { findWorkspace } from '../storage/tenant-store.ts';
import { takeMailRoom } from './take-mail-room.ts';

const VALID_MS = 7 * 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 3600;

/**
 * Invites somebody to a workspace (docs/reference/console.md#invitations). When no server accepts the mail, the caller
 * gets the link to hand over. Errors: member_exists, rate_limited.
 */
export async function inviteMember(
  service: AccountsService,
  { email, roles, by, language }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { bus, environment, now } = service;
  const { prisma } = service.database;
  const tenantId = tenantIdOf(context);
  const emailKey = emailKeyOf(email);
  const at = now();
  if (await isEmailTaken(prisma, tenantId, emailKey)) throw new AppError('member_exists');
  await checkRoom(service, tenantId, at);
  // Before the previous invitation is replaced: a refused one changes nothing.
  if (by === 'mail') await takeMailRoom(service, { purpose: 'invitation', tenantId, address: email });
  const token = makeToken();
  const { memberId: madeBy } = memberOf(context);
  const settings = { kind: 'invitation', tenantId, madeBy, email, emailKey, roles, isMailed: by === 'mail' } as const;
  const link = newLink(settings, { token, at, validMs: VALID_MS });
  await saveLink(prisma, link);
  // The token follows the #, so that no server receives it and no log contains it.
  const url = `${publicUrlOf(environment)}/console/join#${token}`;
  const workspace = (await findWorkspace(prisma, tenantId))?.name ?? null;
  const isMailed = by === 'mail' && (await mailLink(bus, { kind: 'invitation', to: email, language, workspace, url }));
  // Before anybody but the reader of the mail gets the link.
  if (by === 'mail' && !isMailed) await saveLink(prisma, { ...link, isMailed: false });
  const invitation = toInvitationView({ ...link, id: 0 });
  return { invitation, link: isMailed ? null : url, isMailed };
}

async function checkRoom({ database: { prisma } }: AccountsService, tenantId: number, at: Date): Promise<void> {
  const count = (await countMembers(prisma, tenantId)) + (await countInvitations(prisma, tenantId, at));
  if (count < MEMBERS_MAX) return;
  const message = `A workspace has at most ${MEMBERS_MAX} members and open invitations.`;
  throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
}
