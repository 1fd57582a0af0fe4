import { storedLanguage } from '@parley/common/languages/languages';
import { type TenantRole, TenantRoles } from '@parley/common/workspace/console-roles';
import { type Sql, sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Member, NewMember } from './member.rules.ts';

/** A member without their secrets. */
export const MEMBER = {
  id: true,
  memberId: true,
  tenantId: true,
  email: true,
  name: true,
  roles: true,
  language: true,
  person: { select: { totpSince: true } },
  lastSeenAt: true,
  createdAt: true,
} as const;

export const toMember = ({
  id,
  memberId,
  tenantId,
  email,
  name,
  roles,
  language,
  lastSeenAt,
  createdAt,
  person,
}: Prisma.MemberGetPayload<{ select: typeof MEMBER }>): Member => ({
  ...{ id, memberId, tenantId, email, name, lastSeenAt, createdAt },
  roles: TenantRoles.parse(roles),
  language: storedLanguage(language),
  hasSecondFactor: person !== null && person.totpSince !== null,
});

/** Two concurrent changes of roles must not leave a workspace without an owner. */
const lockOwnerRows = defineStatement({
  name: 'accounts.lock-owners',
  text: `SELECT id FROM members WHERE tenant_id = $1 AND roles = '{owner}' AND removed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

const UNIQUE_VIOLATION = '23505';

/**
 * Ends a transaction that inserts a member: `exists` when another member has the address; throws other errors
 * unchanged.
 */
export function answerTaken(error: unknown): 'exists' {
  if (sqlState(error) === UNIQUE_VIOLATION) return 'exists';
  throw error;
}

type Client = Prisma.TransactionClient;

const present = (tenantId: number) => ({ tenantId, removedAt: null });

/** Locks the owners of a workspace; returns how many there are. */
export const lockOwners = async (sql: Sql, tenantId: number): Promise<number> =>
  (await lockOwnerRows.all(sql, { tenantId })).length;

/** In the order of creation. */
export async function findMembersAfter(
  { member }: Client,
  tenantId: number,
  id: number,
  count: number,
): Promise<Member[]> {
  const where = { ...present(tenantId), id: { gt: id } };
  return (await member.findMany({ where, select: MEMBER, orderBy: { id: 'asc' }, take: count })).map(toMember);
}

export async function findMember(
  { member }: Client,
  tenantId: number,
  memberId: string,
): Promise<(Member & { personRow: number | null }) | null> {
  const where = { ...present(tenantId), memberId };
  const found = await member.findFirst({ where, select: { ...MEMBER, personRow: true } });
  return found && { ...toMember(found), personRow: found.personRow };
}

export async function findMemberOfAddress(
  { member }: Client,
  tenantId: number,
  emailKey: string,
): Promise<Member | null> {
  const row = await member.findFirst({ where: { ...present(tenantId), emailKey }, select: MEMBER });
  return row && toMember(row);
}

/** Whether a member of the tenant has the address. */
export async function isEmailTaken({ member }: Client, tenantId: number, emailKey: string): Promise<boolean> {
  return (await member.findFirst({ where: { ...present(tenantId), emailKey }, select: { id: true } })) !== null;
}

export const countMembers = ({ member }: Client, tenantId: number): Promise<number> =>
  member.count({ where: present(tenantId) });

export const insertMember = async ({ member }: Client, data: NewMember): Promise<Member> =>
  toMember(await member.create({ data, select: MEMBER }));

/** Their sessions and invitations end with the roles from before. */
export async function saveRoles(prisma: Client, id: number, roles: TenantRole[]): Promise<void> {
  await prisma.member.update({ where: { id }, data: { roles } });
  await endRights(prisma, id);
}

/** Ends a member's sessions, and the invitations that they made as an owner. */
export async function endRights({ memberSession, memberLink }: Client, id: number): Promise<void> {
  await memberSession.deleteMany({ where: { memberRow: id } });
  await memberLink.deleteMany({ where: { madeByRow: id } });
}

export async function saveRemoval({ member }: Client, id: number, removedAt: Date): Promise<void> {
  await member.update({ where: { id }, data: { removedAt, personRow: null } });
}

/** Deletes a member's links, account at the issuer, place among the recipients of notifications, and saved views. */
export async function deleteTracesOf(
  { memberLink, memberIdentity, recipient, savedView }: Client,
  { id, tenantId, memberId }: Pick<Member, 'id' | 'tenantId' | 'memberId'>,
): Promise<void> {
  await memberLink.deleteMany({ where: { memberRow: id } });
  await memberIdentity.deleteMany({ where: { memberRow: id } });
  await recipient.deleteMany({ where: { memberRow: id } });
  await savedView.deleteMany({ where: { tenantId, memberId } });
}

/** Removes every member of a tenant. */
export async function saveRemovalOfAll({ member }: Client, tenantId: number, removedAt: Date): Promise<void> {
  await member.updateMany({ where: present(tenantId), data: { removedAt, personRow: null } });
}

/** Deletes the sessions in a tenant, all of its links, and its issuer. */
export async function deleteSignInsOf(
  { memberSession, memberLink, memberIdentity, issuerVisit, signInIssuer }: Client,
  tenantId: number,
): Promise<void> {
  await memberSession.deleteMany({ where: { tenantId } });
  await memberLink.deleteMany({ where: { tenantId } });
  await memberIdentity.deleteMany({ where: { tenantId } });
  await issuerVisit.deleteMany({ where: { tenantId } });
  await signInIssuer.deleteMany({ where: { tenantId } });
}
