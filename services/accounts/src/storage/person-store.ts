import { TenantRole } from '@parley/common/console-roles';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { MemberSecrets } from '../domain/member.ts';
import { accountHash } from '../domain/sign-in-place.ts';
import type { AccountRows } from '../use-cases/my-account.ts';
import type { SignInRows } from '../use-cases/sign-in.ts';
import type { WorkspaceMemberRows } from '../use-cases/switch-workspace.ts';
import { MEMBER, toMember } from './member-store.ts';

const PERSON = {
  id: true,
  emailConfirmedAt: true,
  passwordHash: true,
  totpSecret: true,
  totpSince: true,
  totpStep: true,
} as const;
const SECRETS = { ...MEMBER, person: { select: PERSON } } as const;

function toSecrets(row: Prisma.MemberGetPayload<{ select: typeof SECRETS }>): MemberSecrets[] {
  const { person } = row;
  if (!person) return [];
  const { id: personId, emailConfirmedAt, passwordHash, totpSecret, totpStep } = person;
  const secrets = { personId, passwordHash, totpSecret, totpStep: Number(totpStep) };
  return [{ ...toMember(row), ...secrets, isConfirmed: emailConfirmedAt !== null }];
}

/** Maximum memberships read for one address or one person. */
const MAX_MEMBERSHIPS = 100;

const lockPeople = defineStatement({
  name: 'accounts.lock-people',
  text: `SELECT id, email_confirmed_at IS NOT NULL AS is_confirmed, totp_since IS NOT NULL AS has_second_factor
           FROM people WHERE email_key = $1 ORDER BY id FOR UPDATE`,
  params: { emailKey: 'text' },
  row: { id: 'int4', isConfirmed: 'bool!', hasSecondFactor: 'bool!' },
});

const takeRecoveryCode = defineStatement({
  name: 'accounts.take-recovery-code',
  text: `UPDATE people SET recovery_codes = array_remove(recovery_codes, $2) WHERE id = $1 AND $2 = ANY (recovery_codes)`,
  params: { personId: 'int4', codeHash: 'text' },
});

type PersonStore = Omit<AccountRows, 'findTenant'> & SignInRows & WorkspaceMemberRows;

/** Credentials in PostgreSQL: one row for all memberships of a person. */
export function makePersonStore(database: PrismaDatabase): PersonStore {
  const { prisma } = database;
  const ofPerson = (personRow: number) => ({ member: { is: { personRow } } });

  return {
    async findSecrets(memberId) {
      const row = await prisma.member.findFirst({ where: { memberId, removedAt: null }, select: SECRETS });
      return row ? (toSecrets(row)[0] ?? null) : null;
    },
    async findAccounts(emailKey) {
      const rows = await prisma.member.findMany({
        where: { emailKey, removedAt: null },
        select: SECRETS,
        orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
        take: MAX_MEMBERSHIPS,
      });
      const latest = new Map<number, MemberSecrets>();
      for (const member of rows.flatMap(toSecrets))
        if (!latest.has(member.personId)) latest.set(member.personId, member);
      return [...latest.values()].toSorted((one, other) => Number(other.isConfirmed) - Number(one.isConfirmed));
    },
    async updateProfile(personId, changes) {
      await prisma.member.updateMany({ where: { personRow: personId }, data: changes });
    },
    async updateSecondFactor(id, changes) {
      await prisma.person.update({ where: { id }, data: changes });
    },
    setPassword: (id, passwordHash, keptSession) =>
      database.prismaTransaction(async ({ prisma: { person, memberLink, memberSession } }) => {
        await person.update({ where: { id }, data: { passwordHash } });
        await memberLink.deleteMany({ where: ofPerson(id) });
        await memberSession.deleteMany({ where: { ...ofPerson(id), sessionId: { not: keptSession } } });
      }),
    setSecondFactor: (id, changes) =>
      database.prismaTransaction(async ({ prisma: { person, memberLink } }) => {
        await person.update({ where: { id }, data: changes });
        await memberLink.deleteMany({ where: ofPerson(id) });
      }),
    confirmPassword: (memberRow, emailKey, passwordHash, at) =>
      database.prismaTransaction(async (transaction) => {
        const { person, member, memberLink, memberSession, signInPlace } = transaction.prisma;
        const people = await lockPeople.all(transaction.sql, { emailKey });
        const found = await member.findFirst({
          where: { id: memberRow, removedAt: null },
          select: { personRow: true },
        });
        const confirmed = people.find(({ isConfirmed }) => isConfirmed);
        const id = confirmed?.id ?? found?.personRow;
        if (found === null || id === null || id === undefined) return false;
        const isOther = (one: (typeof people)[number]): boolean =>
          one.id !== id && !one.isConfirmed && !one.hasSecondFactor;
        const others = { in: people.filter(isOther).map((one) => one.id) };
        await person.update({ where: { id }, data: { passwordHash, ...(confirmed ? {} : { emailConfirmedAt: at }) } });
        await member.updateMany({ where: { personRow: others }, data: { personRow: id } });
        await member.updateMany({ where: { personRow: id, emailConfirmedAt: null }, data: { emailConfirmedAt: at } });
        await person.deleteMany({ where: { id: others } });
        await memberLink.deleteMany({ where: ofPerson(id) });
        await memberSession.deleteMany({ where: ofPerson(id) });
        // Forgets the places of people who had not confirmed the address.
        if (!confirmed) await signInPlace.deleteMany({ where: { account: new Uint8Array(accountHash(emailKey)) } });
        return true;
      }),
    async takeTotpStep(id, step) {
      const data = { totpStep: BigInt(step) };
      return (await prisma.person.updateMany({ where: { id, totpStep: { lt: step } }, data })).count > 0;
    },
    async takeRecoveryCode(personId, codeHash) {
      return (await takeRecoveryCode.run(database, { personId, codeHash })) > 0;
    },
    async listWorkspaces(personId) {
      const rows = await prisma.member.findMany({
        where: { personRow: personId },
        select: { role: true, tenant: { select: { slug: true, name: true } } },
        orderBy: { id: 'asc' },
        take: MAX_MEMBERSHIPS,
      });
      return rows.map(({ role, tenant }) => ({ ...tenant, role: TenantRole.parse(role) }));
    },
    async findMembership(personId, slug) {
      const where = { personRow: personId, removedAt: null, tenant: { slug } };
      const row = await prisma.member.findFirst({ where, select: MEMBER });
      return row && toMember(row);
    },
  };
}
