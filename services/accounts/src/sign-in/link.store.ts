import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import { type TenantRole, TenantRoles } from '@parley/common/workspace/console-roles';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Invitation, Member } from '../members/member.rules.ts';
import { MEMBER, toMember } from '../members/member.store.ts';
import type { FoundInvitation, NewLink, UsedInvitation } from './link.rules.ts';

const LINK = {
  id: true,
  linkId: true,
  tenantId: true,
  email: true,
  roles: true,
  expiresAt: true,
  createdAt: true,
} as const;

/** The role that may invite. */
const OWNER: TenantRole = 'owner';

const BATCH = 1000;
const dropOver = defineStatement({
  name: 'accounts.drop-links',
  text: `DELETE FROM member_links WHERE id IN (
           SELECT id FROM member_links WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

type Client = Prisma.TransactionClient;

/** An invitation that arrives after its maker was removed or got other roles has ended, too. */
const openInvitation = (now: Date) => ({
  kind: 'invitation',
  expiresAt: { gt: now },
  OR: [{ madeByRow: null }, { madeBy: { is: { removedAt: null, roles: { has: OWNER } } } }],
});

/** Replaces the link of the same kind, tenant and address. Throws when its maker has just been removed. */
export async function saveLink({ member, memberLink }: Client, { tokenHash, madeBy, ...link }: NewLink): Promise<void> {
  const maker =
    madeBy === null ? null : await member.findUniqueOrThrow({ where: { memberId: madeBy }, select: { id: true } });
  const data = { ...link, madeByRow: maker?.id ?? null, tokenHash: new Uint8Array(tokenHash) };
  const { tenantId, kind, emailKey } = link;
  const where = { tenantId_kind_emailKey: { tenantId, kind, emailKey } };
  await memberLink.upsert({ where, create: data, update: data });
}

export async function findInvitationOfToken(
  { memberLink }: Client,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundInvitation | null> {
  const row = await memberLink.findFirst({
    where: { ...openInvitation(now), tokenHash: new Uint8Array(tokenHash) },
    select: { email: true, roles: true, isMailed: true, tenant: { select: { name: true, status: true } } },
  });
  if (!row) return null;
  const { tenant, roles, ...found } = row;
  const isTenantActive = TenantStatus.parse(tenant.status) === 'active';
  return { ...found, roles: TenantRoles.parse(roles), workspace: tenant.name, isTenantActive };
}

/*
 * Using a link deletes it, so only one of two concurrent uses finds it. Null: it has ended.
 */

export async function useInvitation(
  { memberLink }: Client,
  tokenHash: Buffer,
  now: Date,
): Promise<UsedInvitation | null> {
  const where = { ...openInvitation(now), tokenHash: new Uint8Array(tokenHash) };
  const select = { tenantId: true, email: true, emailKey: true, roles: true, isMailed: true } as const;
  const link = await memberLink.findFirst({ where, select });
  if (!link || (await memberLink.deleteMany({ where })).count === 0) return null;
  return { ...link, roles: TenantRoles.parse(link.roles) };
}

/** Returns the member of the link. */
export async function useLink(
  { memberLink }: Client,
  kind: 'password_reset' | 'sign_in',
  tokenHash: Buffer,
  now: Date,
): Promise<Member | null> {
  const where = { tokenHash: new Uint8Array(tokenHash), kind, expiresAt: { gt: now } };
  const link = await memberLink.findFirst({ where, select: { member: { select: MEMBER } } });
  if (!link?.member || (await memberLink.deleteMany({ where })).count === 0) return null;
  return toMember(link.member);
}

/** In the order of creation. */
export async function findInvitationsAfter(
  { memberLink }: Client,
  tenantId: number,
  id: number,
  { count, now }: { count: number; now: Date },
): Promise<Invitation[]> {
  const where = { ...openInvitation(now), tenantId, id: { gt: id } };
  const rows = await memberLink.findMany({ where, select: LINK, orderBy: { id: 'asc' }, take: count });
  return rows.map((row) => ({ ...row, roles: TenantRoles.parse(row.roles) }));
}

export const countInvitations = ({ memberLink }: Client, tenantId: number, now: Date): Promise<number> =>
  memberLink.count({ where: { ...openInvitation(now), tenantId } });

/** False: there is no such open invitation. */
export async function deleteInvitation(
  { memberLink }: Client,
  tenantId: number,
  linkId: string,
  now: Date,
): Promise<boolean> {
  return (await memberLink.deleteMany({ where: { ...openInvitation(now), tenantId, linkId } })).count > 0;
}

/** Deletes a batch; true when there may be more. */
export const deleteEndedLinks = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOver.run(sql, { before })) === BATCH;
