import { TenantRole } from '@parley/common/console-roles';
import { Language } from '@parley/common/contracts/console/my-account';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Member } from '../domain/member.ts';
import type { MemberRows } from '../use-cases/manage-members.ts';
import type { AccountRows } from '../use-cases/my-account.ts';
import type { PrepareMemberDeps } from '../use-cases/prepare-member.ts';
import { lockPeopleById } from './lock-people.ts';

/** A member without their secrets. */
export const MEMBER = {
  id: true,
  memberId: true,
  tenantId: true,
  email: true,
  name: true,
  role: true,
  language: true,
  person: { select: { totpSince: true } },
  lastSeenAt: true,
  createdAt: true,
} as const;
type MemberRow = Prisma.MemberGetPayload<{ select: typeof MEMBER }>;

const FOUND_MEMBER = { ...MEMBER, personRow: true } as const;
type FoundMember = Prisma.MemberGetPayload<{ select: typeof FOUND_MEMBER }>;

export const toMember = ({
  id,
  memberId,
  tenantId,
  email,
  name,
  role,
  language,
  lastSeenAt,
  createdAt,
  person,
}: MemberRow): Member => ({
  ...{ id, memberId, tenantId, email, name, lastSeenAt, createdAt },
  role: TenantRole.parse(role),
  language: language === null ? null : Language.parse(language),
  hasSecondFactor: person !== null && person.totpSince !== null,
});

/** Two concurrent changes of roles must not leave a workspace without an owner. */
const lockOwners = defineStatement({
  name: 'accounts.lock-owners',
  text: `SELECT id FROM members WHERE tenant_id = $1 AND role = 'owner' AND removed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

const UNIQUE_VIOLATION = '23505';
/** Whether an insert failed because another member has the address. */
export const isEmailTaken = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION;

type MemberStore = MemberRows &
  Pick<AccountRows, 'findTenant'> &
  Pick<PrepareMemberDeps, 'insertMember' | 'findMember'>;

/** Deletes the person if no membership is left. */
const deleteLoneSignIn = ({ person }: Pick<Prisma.TransactionClient, 'person'>, id: number | null) =>
  id === null ? null : person.deleteMany({ where: { id, members: { none: {} } } });

const present = (tenantId: number) => ({ tenantId, removedAt: null });

/** Ends a member's sessions, and the invitations that they made as an owner. */
async function endRights(
  { memberSession, memberLink }: Pick<Prisma.TransactionClient, 'memberSession' | 'memberLink'>,
  id: number,
): Promise<void> {
  await memberSession.deleteMany({ where: { memberRow: id } });
  await memberLink.deleteMany({ where: { madeByRow: id } });
}

/** Members in PostgreSQL. */
export function makeMemberStore(database: PrismaDatabase): MemberStore {
  const { prisma } = database;
  const changeOne = (
    tenantId: number,
    memberId: string,
    decide: Parameters<MemberRows['changeMember']>[2],
    write: (transaction: PrismaTransaction, found: FoundMember) => Promise<unknown>,
  ): Promise<Member | null> =>
    retryConflicts(() =>
      database.prismaTransaction(async (transaction) => {
        const owners = await lockOwners.all(transaction.sql, { tenantId });
        const where = { ...present(tenantId), memberId };
        const found = await transaction.prisma.member.findFirst({ where, select: FOUND_MEMBER });
        if (!found) return null;
        decide(toMember(found), owners.length);
        await write(transaction, found);
        return toMember(found);
      }),
    );

  return {
    async listMembersAfter(tenantId, id, count) {
      const where = { ...present(tenantId), id: { gt: id } };
      return (await prisma.member.findMany({ where, select: MEMBER, orderBy: { id: 'asc' }, take: count })).map(
        toMember,
      );
    },
    async changeMember(tenantId, memberId, decide, role) {
      const before = await changeOne(tenantId, memberId, decide, async ({ prisma: client }, found) => {
        if (found.role === role) return;
        await client.member.update({ where: { id: found.id }, data: { role } });
        await endRights(client, found.id);
      });
      return before && { ...before, role };
    },
    removeMember: (tenantId, memberId, decide, removedAt) =>
      changeOne(tenantId, memberId, decide, async ({ prisma: client, sql }, { id, personRow }) => {
        const { member, memberLink, recipient, savedView } = client;
        if (personRow !== null) await lockPeopleById.all(sql, { ids: [personRow] });
        await member.update({ where: { id }, data: { removedAt, personRow: null } });
        await deleteLoneSignIn(client, personRow);
        await endRights(client, id);
        await memberLink.deleteMany({ where: { memberRow: id } });
        await recipient.deleteMany({ where: { memberRow: id } });
        await savedView.deleteMany({ where: { tenantId, memberId } });
      }),
    countMembers: (tenantId) => prisma.member.count({ where: present(tenantId) }),
    async isEmailTaken(tenantId, emailKey) {
      const where = { ...present(tenantId), emailKey };
      return (await prisma.member.findFirst({ where, select: { id: true } })) !== null;
    },

    async findMember(tenantId, emailKey) {
      const row = await prisma.member.findFirst({ where: { ...present(tenantId), emailKey }, select: MEMBER });
      return row && toMember(row);
    },
    insertMember: (member) =>
      database
        .prismaTransaction(async (transaction) => {
          const data = { emailKey: member.emailKey };
          const { id: personRow } = await transaction.prisma.person.create({ data, select: { id: true } });
          return transaction.prisma.member.create({ data: { ...member, personRow }, select: MEMBER });
        })
        .then(toMember, (error: unknown) => {
          if (isEmailTaken(error)) return null;
          throw error;
        }),
    async findTenant(id) {
      const found = await prisma.tenant.findUnique({ where: { id }, select: { slug: true, name: true, status: true } });
      return found && { ...found, status: TenantStatus.parse(found.status) };
    },
  };
}
