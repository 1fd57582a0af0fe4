import { TenantRole } from '@parley/common/console-roles';
import { Language } from '@parley/common/contracts/console/my-account';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Member, MemberSecrets } from '../domain/member.ts';
import type { MemberRows } from '../use-cases/manage-members.ts';
import type { AccountRows } from '../use-cases/my-account.ts';
import type { PrepareMemberDeps } from '../use-cases/prepare-member.ts';
import type { SignInRows } from '../use-cases/sign-in.ts';

/** A member without their secrets. */
export const MEMBER = {
  id: true,
  memberId: true,
  tenantId: true,
  email: true,
  name: true,
  role: true,
  language: true,
  totpSince: true,
  lastSeenAt: true,
  createdAt: true,
} as const;
type MemberRow = Prisma.MemberGetPayload<{ select: typeof MEMBER }>;

export const toMember = ({ totpSince, role, language, ...row }: MemberRow): Member => ({
  ...row,
  role: TenantRole.parse(role),
  language: language === null ? null : Language.parse(language),
  hasSecondFactor: totpSince !== null,
});

const SECRETS = { ...MEMBER, passwordHash: true, totpSecret: true, totpStep: true } as const;
const toSecrets = (row: Prisma.MemberGetPayload<{ select: typeof SECRETS }>): MemberSecrets => {
  const { passwordHash, totpSecret, totpStep, ...rest } = row;
  return { ...toMember(rest), passwordHash, totpSecret, totpStep: Number(totpStep) };
};

/** Two changes of roles at once must not leave a workspace without an owner. */
const lockOwners = defineStatement({
  name: 'accounts.lock-owners',
  text: `SELECT id FROM members WHERE tenant_id = $1 AND role = 'owner' AND removed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

const takeRecoveryCode = defineStatement({
  name: 'accounts.take-recovery-code',
  text: `UPDATE members SET recovery_codes = array_remove(recovery_codes, $2) WHERE id = $1 AND $2 = ANY (recovery_codes)`,
  params: { id: 'int4', codeHash: 'text' },
});

const UNIQUE_VIOLATION = '23505';
/** Whether an insert failed because another member has the address. */
export const isEmailTaken = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION;

type MemberStore = MemberRows & AccountRows & SignInRows & Pick<PrepareMemberDeps, 'insertMember'>;

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
    write: (transaction: Prisma.TransactionClient, found: MemberRow) => Promise<unknown>,
  ): Promise<Member | null> =>
    database.prismaTransaction(async (transaction) => {
      const owners = await lockOwners.all(transaction.sql, { tenantId });
      const where = { ...present(tenantId), memberId };
      const found = await transaction.prisma.member.findFirst({ where, select: MEMBER });
      if (!found) return null;
      decide(toMember(found), owners.length);
      await write(transaction.prisma, found);
      return toMember(found);
    });

  return {
    async listMembersAfter(tenantId, id, count) {
      const where = { ...present(tenantId), id: { gt: id } };
      return (await prisma.member.findMany({ where, select: MEMBER, orderBy: { id: 'asc' }, take: count })).map(
        toMember,
      );
    },
    async changeMember(tenantId, memberId, decide, role) {
      const before = await changeOne(tenantId, memberId, decide, async ({ member, ...rest }, found) => {
        if (found.role === role) return;
        await member.update({ where: { id: found.id }, data: { role } });
        await endRights(rest, found.id);
      });
      return before && { ...before, role };
    },
    removeMember: (tenantId, memberId, decide, removedAt) =>
      changeOne(tenantId, memberId, decide, async (transaction, { id }) => {
        const { member, memberLink, recipient, savedView } = transaction;
        const data = { removedAt, passwordHash: null, totpSecret: null, totpSince: null, recoveryCodes: [] };
        await member.update({ where: { id }, data });
        await endRights(transaction, id);
        await memberLink.deleteMany({ where: { memberRow: id } });
        await recipient.deleteMany({ where: { memberRow: id } });
        await savedView.deleteMany({ where: { tenantId, memberId } });
      }),
    countMembers: (tenantId) => prisma.member.count({ where: present(tenantId) }),
    async isEmailTaken(emailKey) {
      return (await prisma.member.findFirst({ where: { emailKey, removedAt: null }, select: { id: true } })) !== null;
    },

    insertMember: (member) =>
      prisma.member.create({ data: member, select: MEMBER }).then(toMember, (error: unknown) => {
        if (isEmailTaken(error)) return null;
        throw error;
      }),

    async findSecrets(memberId) {
      const row = await prisma.member.findFirst({ where: { memberId, removedAt: null }, select: SECRETS });
      return row && toSecrets(row);
    },
    async findByEmail(emailKey) {
      const row = await prisma.member.findFirst({ where: { emailKey, removedAt: null }, select: SECRETS });
      return row && toSecrets(row);
    },
    async updateAccount(id, changes) {
      await prisma.member.update({ where: { id }, data: changes });
    },
    setPassword: (id, changes, keptSession) =>
      database.prismaTransaction(async ({ prisma: { member, memberLink, memberSession } }) => {
        await member.update({ where: { id }, data: changes });
        await memberLink.deleteMany({ where: { memberRow: id } });
        await memberSession.deleteMany({ where: { memberRow: id, sessionId: { not: keptSession ?? '' } } });
      }),
    setSecondFactor: (id, changes) =>
      database.prismaTransaction(async ({ prisma: { member, memberLink } }) => {
        await member.update({ where: { id }, data: changes });
        await memberLink.deleteMany({ where: { memberRow: id } });
      }),
    async takeTotpStep(id, step) {
      const data = { totpStep: BigInt(step) };
      return (await prisma.member.updateMany({ where: { id, totpStep: { lt: step } }, data })).count > 0;
    },
    async takeRecoveryCode(id, codeHash) {
      return (await takeRecoveryCode.run(database, { id, codeHash })) > 0;
    },
    async findTenant(id) {
      const found = await prisma.tenant.findUnique({ where: { id }, select: { slug: true, name: true, status: true } });
      return found && { ...found, status: TenantStatus.parse(found.status) };
    },
  };
}
