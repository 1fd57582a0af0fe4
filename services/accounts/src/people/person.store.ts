import type { Language } from '@parley/common/languages/languages';
import { type TenantRole, TenantRoles } from '@parley/common/workspace/console-roles';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { LockedPerson, Member, MemberSecrets } from '../members/member.rules.ts';
import { MEMBER, toMember } from '../members/member.store.ts';

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

/**
 * A removal deletes a person without a membership, and a join adds one: each sees the other that locked first.
 */
const lockById = defineStatement({
  name: 'accounts.lock-people-by-id',
  text: 'SELECT id FROM people WHERE id = ANY ($1::int4[]) ORDER BY id FOR UPDATE',
  params: { ids: 'int4[]' },
  row: { id: 'int4' },
});

const lockOfAddress = defineStatement({
  name: 'accounts.lock-people',
  text: `SELECT id, email_confirmed_at IS NOT NULL AS is_confirmed, totp_since IS NOT NULL AS has_second_factor
           FROM people WHERE email_key = $1 ORDER BY id FOR UPDATE`,
  params: { emailKey: 'text' },
  row: { id: 'int4', isConfirmed: 'bool!', hasSecondFactor: 'bool!' },
});

const takeCode = defineStatement({
  name: 'accounts.take-recovery-code',
  text: `UPDATE people SET recovery_codes = array_remove(recovery_codes, $2) WHERE id = $1 AND $2 = ANY (recovery_codes)`,
  params: { personId: 'int4', codeHash: 'text' },
});

type Client = Prisma.TransactionClient;

/** Credentials are one row for all memberships of a person. */
const ofPerson = (personRow: number) => ({ member: { is: { personRow } } });

/** Locks people in the order of their ids; returns those that exist. */
export const lockPeople = async (sql: Sql, ids: readonly number[]): Promise<number[]> =>
  (await lockById.all(sql, { ids: [...ids] })).map(({ id }) => id);

export const lockPeopleOfAddress = (sql: Sql, emailKey: string): Promise<LockedPerson[]> =>
  lockOfAddress.all(sql, { emailKey });

export async function findSecrets({ member }: Client, memberId: string): Promise<MemberSecrets | null> {
  const row = await member.findFirst({ where: { memberId, removedAt: null }, select: SECRETS });
  return row ? (toSecrets(row)[0] ?? null) : null;
}

/**
 * The people who sign in with an address, each with the membership that was used last: first the one who confirmed it,
 * then others with an invitation that was handed over.
 */
export async function findAccounts({ member }: Client, emailKey: string): Promise<MemberSecrets[]> {
  const rows = await member.findMany({
    where: { emailKey, removedAt: null },
    select: SECRETS,
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    take: MAX_MEMBERSHIPS,
  });
  const latest = new Map<number, MemberSecrets>();
  for (const one of rows.flatMap(toSecrets)) if (!latest.has(one.personId)) latest.set(one.personId, one);
  return [...latest.values()].toSorted((one, other) => Number(other.isConfirmed) - Number(one.isConfirmed));
}

/** In the order in which the person became a member. */
export async function findWorkspaces(
  { member }: Client,
  personId: number,
): Promise<{ slug: string; name: string; roles: TenantRole[] }[]> {
  const rows = await member.findMany({
    where: { personRow: personId },
    select: { roles: true, tenant: { select: { slug: true, name: true } } },
    orderBy: { id: 'asc' },
    take: MAX_MEMBERSHIPS,
  });
  return rows.map(({ roles, tenant }) => ({ ...tenant, roles: TenantRoles.parse(roles) }));
}

/** Null: the person is no member there. */
export async function findMembership({ member }: Client, personId: number, slug: string): Promise<Member | null> {
  const where = { personRow: personId, removedAt: null, tenant: { slug } };
  const row = await member.findFirst({ where, select: MEMBER });
  return row && toMember(row);
}

/** The person of a member; null: the member was removed. */
export const findPersonOf = ({ member }: Client, id: number): Promise<{ personRow: number | null } | null> =>
  member.findFirst({ where: { id, removedAt: null }, select: { personRow: true } });

/** The people whose memberships are all in one tenant. */
export async function findPeopleOnlyIn({ person }: Client, tenantId: number): Promise<number[]> {
  const where = { members: { some: { tenantId, removedAt: null }, every: { tenantId } } };
  return (await person.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function isAddressConfirmed({ person }: Client, emailKey: string): Promise<boolean> {
  return (await person.count({ where: { emailKey, emailConfirmedAt: { not: null } } })) > 0;
}

/** Returns the id. */
export async function insertPerson(
  { person }: Client,
  data: { emailKey: string; emailConfirmedAt?: Date | null; passwordHash?: string },
): Promise<number> {
  return (await person.create({ data, select: { id: true } })).id;
}

/** Changes the credentials of a person. */
export async function savePerson(
  { person }: Client,
  id: number,
  changes: {
    passwordHash?: string;
    emailConfirmedAt?: Date;
    /** Encrypted. */
    totpSecret?: string | null;
    totpSince?: Date | null;
    recoveryCodes?: string[];
  },
): Promise<void> {
  await person.update({ where: { id }, data: changes });
}

/** Applies to every workspace of the person. */
export async function saveProfile(
  { member }: Client,
  personId: number,
  changes: { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  await member.updateMany({ where: { personRow: personId }, data: changes });
}

/** Applies to one membership. */
export async function saveMembership(
  { member }: Client,
  id: number,
  changes: Parameters<typeof saveProfile>[2],
): Promise<void> {
  await member.updateMany({ where: { id, removedAt: null }, data: changes });
}

/** Gives the memberships of these people to another one. */
export async function moveMemberships({ member }: Client, from: readonly number[], personId: number): Promise<void> {
  await member.updateMany({ where: { personRow: { in: [...from] } }, data: { personRow: personId } });
}

/** Notes when the memberships of a person had their address confirmed, of those that had not. */
export async function confirmMemberships({ member }: Client, personId: number, at: Date): Promise<void> {
  await member.updateMany({
    where: { personRow: personId, emailConfirmedAt: null },
    data: { emailConfirmedAt: at },
  });
}

export async function deletePeople({ person }: Client, ids: readonly number[]): Promise<void> {
  await person.deleteMany({ where: { id: { in: [...ids] } } });
}

/** Deletes those of these people who have no membership left. */
export async function deletePeopleWithoutMembership({ person }: Client, ids: readonly number[]): Promise<void> {
  await person.deleteMany({ where: { id: { in: [...ids] }, members: { none: {} } } });
}

export async function deleteLinksOfPerson({ memberLink }: Client, personId: number): Promise<void> {
  await memberLink.deleteMany({ where: ofPerson(personId) });
}

/** Deletes all but the kept one. */
export async function deleteSessionsOfPerson(
  { memberSession }: Client,
  personId: number,
  keptSession?: string,
): Promise<void> {
  const kept = keptSession === undefined ? {} : { sessionId: { not: keptSession } };
  await memberSession.deleteMany({ where: { ...ofPerson(personId), ...kept } });
}

/** False when a code of this period or a later one was used already. */
export async function takeTotpStep({ person }: Client, id: number, step: number): Promise<boolean> {
  const data = { totpStep: BigInt(step) };
  return (await person.updateMany({ where: { id, totpStep: { lt: step } }, data })).count > 0;
}

/** False when the person has no such code, or it was used. */
export const takeRecoveryCode = async (sql: Sql, personId: number, codeHash: string): Promise<boolean> =>
  (await takeCode.run(sql, { personId, codeHash })) > 0;
