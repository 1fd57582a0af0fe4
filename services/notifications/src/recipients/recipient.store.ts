import { DEFAULT_LANGUAGE, type Language, storedLanguage } from '@parley/common/languages/languages';
import { NotificationMode } from '@parley/common/workspace/notification-kinds';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import type { Item } from '../planning/plan-notifications.rules.ts';
import { type Recipient, type RecipientFields, type RecipientMember, withMember } from './recipient.rules.ts';

const Kinds = z.record(z.string(), z.object({ email: NotificationMode.optional(), sms: NotificationMode.optional() }));

/** The member of a recipient, with name and address. */
export const WITH_MEMBER = {
  member: { select: { memberId: true, name: true, email: true, emailConfirmedAt: true } },
} as const;

interface Row extends Omit<Recipient, 'memberId' | 'language' | 'quiet' | 'kinds'> {
  memberRow: number | null;
  member: RecipientMember | null;
  language: string;
  quietFrom: string | null;
  quietTo: string | null;
  kinds: unknown;
}

/** Converts a row to a recipient. */
export function toRecipient({ quietFrom, quietTo, language, kinds, member, memberRow: _, ...row }: Row): Recipient {
  return {
    ...withMember(row, member),
    language: storedLanguage(language) ?? DEFAULT_LANGUAGE,
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    kinds: Kinds.parse(kinds),
  };
}

const toData = ({ quiet, kinds, ...fields }: RecipientFields) => ({
  ...fields,
  quietFrom: quiet?.from ?? null,
  quietTo: quiet?.to ?? null,
  // safe: modes by kind and way are JSON
  kinds: kinds as Record<string, Record<string, string>>,
});

type PrismaRows = Pick<PrismaDatabase['prisma'], 'recipient'>;

const lock = defineStatement({
  name: 'notifications.lock-recipient',
  text: 'SELECT id FROM recipients WHERE id = $1 FOR NO KEY UPDATE',
  params: { recipientId: 'int4' },
  row: { id: 'int4' },
});

/** Locks the recipient until the transaction ends. */
export async function lockRecipient(sql: Sql, recipientId: number): Promise<void> {
  await lock.first(sql, { recipientId });
}

/** The recipients of one tenant, or of the deployment (null), in the order of creation. */
export async function listRecipientsAfter(
  prisma: PrismaRows,
  tenantId: number | null,
  id: number,
  count: number,
): Promise<Recipient[]> {
  const where = { tenantId, id: { gt: id } };
  const page = { where, orderBy: { id: 'asc' }, take: count, include: WITH_MEMBER } as const;
  return (await prisma.recipient.findMany(page)).map(toRecipient);
}

export async function insertRecipient(
  prisma: PrismaRows,
  tenantId: number | null,
  fields: RecipientFields,
  row: { createdAt: Date; memberRow: number | null },
): Promise<Recipient> {
  const data = { ...toData(fields), tenantId, ...row };
  return toRecipient(await prisma.recipient.create({ data, include: WITH_MEMBER }));
}

/** A recipient of one tenant, or of the deployment; null where there is none in this scope. */
export async function findRecipient(
  prisma: PrismaRows,
  tenantId: number | null,
  id: number,
): Promise<Recipient | null> {
  const row = await prisma.recipient.findFirst({ where: { id, tenantId }, include: WITH_MEMBER });
  return row && toRecipient(row);
}

export async function saveRecipient(
  prisma: PrismaRows,
  { id, tenantId }: Pick<Recipient, 'id' | 'tenantId'>,
  fields: RecipientFields,
): Promise<void> {
  await prisma.recipient.updateMany({ where: { id, tenantId }, data: toData(fields) });
}

export const countRecipients = (prisma: PrismaRows, tenantId: number): Promise<number> =>
  prisma.recipient.count({ where: { tenantId } });

/** False where there was none. */
export async function deleteRecipient(prisma: PrismaRows, tenantId: number | null, id: number): Promise<boolean> {
  return (await prisma.recipient.deleteMany({ where: { id, tenantId } })).count > 0;
}

/** A recipient by its id alone, for links whose signature covers the id. */
export async function findNamedRecipient(prisma: PrismaRows, id: number): Promise<Recipient | null> {
  const row = await prisma.recipient.findUnique({ where: { id }, include: WITH_MEMBER });
  return row && toRecipient(row);
}

/** A member who becomes a recipient. */
interface LockedMember {
  id: number;
  name: string;
  email: string;
  language: Language;
  isRecipient: boolean;
}

/**
 * A concurrent removal of the member waits, and then finds the recipient; two requests that choose the same member are
 * serialized.
 */
const lockMemberRow = defineStatement({
  name: 'notifications.lock-member',
  text: `SELECT id FROM members WHERE tenant_id = $1 AND member_id = $2 AND removed_at IS NULL FOR NO KEY UPDATE`,
  params: { tenantId: 'int4?', memberId: 'text' },
  row: { id: 'int4' },
});

/** Locks a current member of the tenant; also returns whether they are a recipient already. */
export async function lockMember(
  { sql, prisma }: Pick<PrismaTransaction, 'sql' | 'prisma'>,
  of: { tenantId: number | null; memberId: string },
): Promise<LockedMember | null> {
  const locked = await lockMemberRow.first(sql, of);
  if (!locked) return null;
  const { language, recipient, ...member } = await prisma.member.findUniqueOrThrow({
    where: { id: locked.id },
    select: { id: true, name: true, email: true, language: true, recipient: { select: { id: true } } },
  });
  return { ...member, language: storedLanguage(language) ?? DEFAULT_LANGUAGE, isRecipient: recipient !== null };
}

const conversationOf = ({ data }: Item): number[] => {
  const id = typeof data === 'object' && data !== null && 'conversation_id' in data ? Number(data.conversation_id) : 0;
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
};

/** Customers of the conversations in a message: looked up when it is sent, so that no name is stored with it. */
export async function findCustomers(
  prisma: Pick<PrismaDatabase['prisma'], 'conversation'>,
  tenantId: number | null,
  items: readonly Item[],
): Promise<Map<number, string>> {
  const conversationIds = [...new Set(items.flatMap(conversationOf))];
  if (tenantId === null || conversationIds.length === 0) return new Map();
  const rows = await prisma.conversation.findMany({
    where: { id: { in: conversationIds }, tenantId },
    select: { id: true, contact: { select: { name: true } } },
  });
  return new Map(rows.flatMap(({ id, contact: { name } }) => (name === null ? [] : [[id, name]])));
}

type Tenants = Pick<PrismaDatabase['prisma'], 'tenant'>;

/** Null for the deployment. */
export async function findTenantName(prisma: Tenants, tenantId: number | null): Promise<string | null> {
  if (tenantId === null) return null;
  const tenant = await prisma.tenant.findUnique({ where: { id: tenantId }, select: { name: true } });
  return tenant?.name ?? null;
}

export async function findPlan(prisma: Tenants, tenantId: number): Promise<string> {
  return (await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } })).plan;
}
