import { TenantRole } from '@parley/common/console-roles';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { SessionRows } from '../use-cases/manage-sessions.ts';

const FOUND = {
  sessionId: true,
  lastSeenAt: true,
  expiresAt: true,
  tenantId: true,
  memberRow: true,
  adminTokenHash: true,
  tenant: { select: { slug: true, status: true } },
  member: { select: { memberId: true, role: true, removedAt: true } },
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

/** Sessions of the console in PostgreSQL. */
export function makeSessionStore(database: PrismaDatabase): SessionRows {
  const { prisma } = database;
  /** The sessions of a member's person, or (null) of all operators. */
  const theirs = (memberId: string | null) =>
    memberId === null
      ? { memberRow: null }
      : { member: { is: { person: { is: { members: { some: { memberId, removedAt: null } } } } } } };
  return {
    async find(tokenHash) {
      const where = { tokenHash: new Uint8Array(tokenHash) };
      const found = await prisma.memberSession.findUnique({ where, select: FOUND });
      if (!found || (found.member && found.member.removedAt !== null)) return null;
      const { tenant, member, adminTokenHash: opener, ...session } = found;
      const role = member ? TenantRole.parse(member.role) : 'operator';
      const adminTokenHash = opener && Buffer.from(opener);
      return {
        ...session,
        adminTokenHash,
        tenantSlug: tenant?.slug ?? null,
        isTenantActive: tenant === null || TenantStatus.parse(tenant.status) === 'active',
        memberId: member?.memberId ?? null,
        role,
      };
    },
    async insert({ tokenHash, adminTokenHash: opener, ...session }) {
      const adminTokenHash = opener && new Uint8Array(opener);
      await prisma.memberSession.create({ data: { ...session, adminTokenHash, tokenHash: new Uint8Array(tokenHash) } });
    },
    async noteUse({ sessionId, memberRow }, at) {
      await prisma.memberSession.updateMany({ where: { sessionId }, data: { lastSeenAt: at } });
      if (memberRow !== null) await prisma.member.updateMany({ where: { id: memberRow }, data: { lastSeenAt: at } });
    },
    list: (memberId, count) =>
      prisma.memberSession.findMany({ where: theirs(memberId), select: SESSION, orderBy: { id: 'desc' }, take: count }),
    async end(memberId, sessionId) {
      return (await prisma.memberSession.deleteMany({ where: { ...theirs(memberId), sessionId } })).count > 0;
    },
    async endAll(memberId, kept) {
      const where = { ...theirs(memberId), sessionId: { not: kept ?? '' } };
      return (await prisma.memberSession.deleteMany({ where })).count;
    },
    async endOfOtherTokens(adminTokenHash) {
      const where = { memberRow: null, adminTokenHash: { not: new Uint8Array(adminTokenHash) } };
      await prisma.memberSession.deleteMany({ where });
    },
    async moveTo(sessionId, { id: memberRow, tenantId }) {
      await prisma.memberSession.updateMany({
        where: { sessionId, memberRow: { not: null } },
        data: { memberRow, tenantId },
      });
    },
    async actAs(sessionId, tenantId) {
      await prisma.memberSession.updateMany({ where: { sessionId, memberRow: null }, data: { tenantId } });
    },
    dropOver: async (unusedSince) => (await dropOver.run(database, { unusedSince })) === BATCH,
  };
}
