import { TenantRole } from '@parley/common/console-roles';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Invitation, Member } from '../domain/member.ts';
import { accountHash } from '../domain/sign-in-place.ts';
import type { LinkRows } from '../use-cases/follow-links.ts';
import type { InvitationRows } from '../use-cases/manage-invitations.ts';
import { lockPeopleById } from './lock-people.ts';
import { isEmailTaken, MEMBER, toMember } from './member-store.ts';

const LINK = {
  id: true,
  linkId: true,
  tenantId: true,
  email: true,
  role: true,
  expiresAt: true,
  createdAt: true,
} as const;

const toInvitation = ({ role, ...row }: Prisma.MemberLinkGetPayload<{ select: typeof LINK }>): Invitation => ({
  ...row,
  role: TenantRole.parse(role),
});

/** The role that may invite. */
const OWNER: TenantRole = 'owner';
const rowOf = (memberId: string) => ({ where: { memberId }, select: { id: true } }) as const;

/** Places of sign-ins before the address was confirmed; they are forgotten once somebody confirms it. */
const placesOf = (emailKey: string) => ({ where: { account: new Uint8Array(accountHash(emailKey)) } });

const BATCH = 1000;
const dropOver = defineStatement({
  name: 'accounts.drop-links',
  text: `DELETE FROM member_links WHERE id IN (
           SELECT id FROM member_links WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** One-time links in PostgreSQL. Using a link deletes it, so only one of two concurrent uses finds it. */
export function makeLinkStore(database: PrismaDatabase): LinkRows & InvitationRows {
  const { prisma } = database;
  /** An invitation that arrives after its maker was removed or got another role has ended, too. */
  const invitation = (now: Date) => ({
    kind: 'invitation',
    expiresAt: { gt: now },
    OR: [{ madeByRow: null }, { madeBy: { is: { removedAt: null, role: OWNER } } }],
  });
  const open = (tenantId: number, now: Date) => ({ ...invitation(now), tenantId });

  const inTransaction = <T>(work: (transaction: PrismaTransaction) => Promise<T>): Promise<T | 'exists'> =>
    retryConflicts(() => database.prismaTransaction(work)).catch((error: unknown) => {
      if (isEmailTaken(error)) return 'exists' as const;
      throw error;
    });

  /** Deletes an invitation and inserts its member; `prepare` returns the person of the membership. */
  const useInvitation = async (
    { memberLink: table, member: members }: Prisma.TransactionClient,
    { tokenHash, now }: { tokenHash: Buffer; now: Date },
    prepare: (link: { emailKey: string; isMailed: boolean }) => Promise<{
      memberId: string;
      name: string;
      language?: Member['language'];
      personRow: number;
      emailConfirmedAt: Date | null;
    }>,
  ): Promise<Member | null> => {
    const where = { ...invitation(now), tokenHash: new Uint8Array(tokenHash) };
    const link = await table.findFirst({ where, select: { ...LINK, emailKey: true, isMailed: true } });
    if (!link || (await table.deleteMany({ where })).count === 0) return null;
    const { tenantId, email, emailKey } = link;
    const member = await prepare(link);
    const role = TenantRole.parse(link.role);
    const data = { ...member, tenantId, email, emailKey, role, createdAt: now };
    return toMember(await members.create({ data, select: MEMBER }));
  };

  return {
    async save({ tokenHash, madeBy, ...link }) {
      const maker = madeBy === null ? null : await prisma.member.findUniqueOrThrow(rowOf(madeBy));
      const data = { ...link, madeByRow: maker?.id ?? null, tokenHash: new Uint8Array(tokenHash) };
      const { tenantId, kind, emailKey } = link;
      const where = { tenantId_kind_emailKey: { tenantId, kind, emailKey } };
      await prisma.memberLink.upsert({ where, create: data, update: data });
    },
    async findInvitation(tokenHash, now) {
      const row = await prisma.memberLink.findFirst({
        where: { ...invitation(now), tokenHash: new Uint8Array(tokenHash) },
        select: { email: true, role: true, isMailed: true, tenant: { select: { name: true, status: true } } },
      });
      if (!row) return null;
      const { tenant, role, ...found } = row;
      const isTenantActive = TenantStatus.parse(tenant.status) === 'active';
      return { ...found, role: TenantRole.parse(role), workspace: tenant.name, isTenantActive };
    },
    accept: (tokenHash, now, { passwordHash, ...member }) =>
      inTransaction(({ prisma: client }) =>
        useInvitation(client, { tokenHash, now }, async ({ emailKey, isMailed }) => {
          const emailConfirmedAt = isMailed ? now : null;
          if (isMailed) await client.signInPlace.deleteMany(placesOf(emailKey));
          const { id } = await client.person.create({
            data: { emailKey, emailConfirmedAt, passwordHash },
            select: { id: true },
          });
          return { ...member, personRow: id, emailConfirmedAt };
        }),
      ),
    join: (tokenHash, now, { memberId, person: { personId: id, name, language, isConfirmed } }) =>
      inTransaction(async ({ prisma: client, sql }) => {
        if (!(await lockPeopleById.first(sql, { ids: [id] }))) return 'gone' as const;
        return useInvitation(client, { tokenHash, now }, async ({ emailKey, isMailed }) => {
          const where = { emailKey, emailConfirmedAt: { not: null } };
          if (isMailed && (await client.person.count({ where })) === 0) {
            await client.signInPlace.deleteMany(placesOf(emailKey));
            await client.person.update({ where: { id }, data: { emailConfirmedAt: now } });
          }
          return { memberId, name, language, personRow: id, emailConfirmedAt: isMailed || isConfirmed ? now : null };
        });
      }),
    use: (tokenHash, kind, now) =>
      database.prismaTransaction(async ({ prisma: { memberLink } }) => {
        const where = { tokenHash: new Uint8Array(tokenHash), kind, expiresAt: { gt: now } };
        const link = await memberLink.findFirst({ where, select: { member: { select: MEMBER } } });
        if (!link?.member || (await memberLink.deleteMany({ where })).count === 0) return null;
        return toMember(link.member);
      }),
    async listInvitationsAfter(tenantId, id, { count, now }) {
      const where = { ...open(tenantId, now), id: { gt: id } };
      const rows = await prisma.memberLink.findMany({ where, select: LINK, orderBy: { id: 'asc' }, take: count });
      return rows.map(toInvitation);
    },
    async revokeInvitation(tenantId, linkId, now) {
      return (await prisma.memberLink.deleteMany({ where: { ...open(tenantId, now), linkId } })).count > 0;
    },
    countInvitations: (tenantId, now) => prisma.memberLink.count({ where: open(tenantId, now) }),
    dropOver: async (before) => (await dropOver.run(database, { before })) === BATCH,
  };
}
