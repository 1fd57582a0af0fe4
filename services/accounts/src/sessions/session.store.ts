import type { MemberCaller } from '@parley/common/call-context';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import { TenantRoles } from '@parley/common/workspace/console-roles';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Member } from '../members/member.rules.ts';
import type { FoundSession, NewSession, Session } from './session.rules.ts';

const FOUND = {
  sessionId: true,
  lastSeenAt: true,
  expiresAt: true,
  tenantId: true,
  memberRow: true,
  adminTokenHash: true,
  issuer: true,
  tenant: { select: { slug: true, status: true, signInIssuer: { select: { issuer: true } } } },
  member: { select: { memberId: true, roles: true, removedAt: true } },
} as const;

const SESSION = {
  sessionId: true,
  address: true,
  userAgent: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
} as const;

const BATCH = 1000;
const dropOver = defineStatement({
  name: 'accounts.drop-sessions',
  text: `DELETE FROM member_sessions WHERE id IN (
           SELECT id FROM member_sessions WHERE last_seen_at < $1 ORDER BY last_seen_at LIMIT ${BATCH})`,
  params: { unusedSince: 'timestamptz' },
});

type Client = Prisma.TransactionClient;

/** The person who sees and ends sessions. */
type SessionReader = Pick<MemberCaller, 'memberId' | 'viaIssuer'>;

/**
 * The sessions of a member's person in all of their workspaces, or (null) of all operators. A session through an issuer
 * reaches those of its own workspace only.
 */
function sessionsOf({ memberId, viaIssuer }: SessionReader) {
  if (memberId === null) return { memberRow: null };
  if (viaIssuer) return { member: { is: { memberId } } };
  return { member: { is: { person: { is: { members: { some: { memberId, removedAt: null } } } } } } };
}

/** Null for a removed member. */
export async function findSession({ memberSession }: Client, tokenHash: Buffer): Promise<FoundSession | null> {
  const where = { tokenHash: new Uint8Array(tokenHash) };
  const found = await memberSession.findUnique({ where, select: FOUND });
  if (!found || (found.member && found.member.removedAt !== null)) return null;
  const { tenant, member, adminTokenHash: opener, ...session } = found;
  return {
    ...session,
    adminTokenHash: opener && Buffer.from(opener),
    ownIssuer: tenant?.signInIssuer?.issuer ?? null,
    tenantSlug: tenant?.slug ?? null,
    isTenantActive: tenant === null || TenantStatus.parse(tenant.status) === 'active',
    memberId: member?.memberId ?? null,
    roles: member ? TenantRoles.parse(member.roles) : ['operator'],
  };
}

/** Newest first. */
export const findSessions = ({ memberSession }: Client, reader: SessionReader, count: number): Promise<Session[]> =>
  memberSession.findMany({ where: sessionsOf(reader), select: SESSION, orderBy: { id: 'desc' }, take: count });

/** Opens a session; its member is seen with it. */
export async function insertSession(
  { memberSession, member }: Client,
  { tokenHash, adminTokenHash: opener, ...session }: NewSession,
): Promise<void> {
  const adminTokenHash = opener && new Uint8Array(opener);
  await memberSession.create({ data: { ...session, adminTokenHash, tokenHash: new Uint8Array(tokenHash) } });
  const { memberRow, lastSeenAt } = session;
  if (memberRow !== null) await member.updateMany({ where: { id: memberRow }, data: { lastSeenAt } });
}

export async function saveSessionUse(
  { memberSession, member }: Client,
  { sessionId, memberRow }: Pick<FoundSession, 'sessionId' | 'memberRow'>,
  at: Date,
): Promise<void> {
  await memberSession.updateMany({ where: { sessionId }, data: { lastSeenAt: at } });
  if (memberRow !== null) await member.updateMany({ where: { id: memberRow }, data: { lastSeenAt: at } });
}

/** Moves a session to another membership of the same person. */
export async function moveSession(
  { memberSession }: Client,
  sessionId: string,
  { id: memberRow, tenantId }: Pick<Member, 'id' | 'tenantId'>,
): Promise<void> {
  await memberSession.updateMany({ where: { sessionId, memberRow: { not: null } }, data: { memberRow, tenantId } });
}

/** Sets the tenant as which an operator acts. */
export async function saveActingTenant(
  { memberSession }: Client,
  sessionId: string,
  tenantId: number | null,
): Promise<void> {
  await memberSession.updateMany({ where: { sessionId, memberRow: null }, data: { tenantId } });
}

/** False: the person has no such session. */
export async function deleteSession(
  { memberSession }: Client,
  reader: SessionReader,
  sessionId: string,
): Promise<boolean> {
  return (await memberSession.deleteMany({ where: { ...sessionsOf(reader), sessionId } })).count > 0;
}

/** Deletes all but one; returns how many. */
export async function deleteOtherSessions(
  { memberSession }: Client,
  reader: SessionReader,
  keptSession: string,
): Promise<number> {
  return (await memberSession.deleteMany({ where: { ...sessionsOf(reader), sessionId: { not: keptSession } } })).count;
}

export async function deleteSessionOfToken({ memberSession }: Client, tokenHash: Buffer): Promise<void> {
  await memberSession.deleteMany({ where: { tokenHash: new Uint8Array(tokenHash) } });
}

/** Deletes operator sessions that another admin token opened. */
export async function deleteSessionsOfOtherTokens({ memberSession }: Client, adminTokenHash: Buffer): Promise<void> {
  const where = { memberRow: null, adminTokenHash: { not: new Uint8Array(adminTokenHash) } };
  await memberSession.deleteMany({ where });
}

/** Deletes a batch; true when there may be more. */
export const deleteUnusedSessions = async (sql: Sql, unusedSince: Date): Promise<boolean> =>
  (await dropOver.run(sql, { unusedSince })) === BATCH;
