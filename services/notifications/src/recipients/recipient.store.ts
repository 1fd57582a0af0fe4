import { NotificationMode } from '@parley/common/notification-kinds';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { z } from 'zod';
import type { Recipient, RecipientFields } from './recipient.rules.ts';
import { type RecipientMember, withMember } from './recipient-member.rules.ts';

const Kinds = z.record(z.string(), z.object({ email: NotificationMode.optional(), sms: NotificationMode.optional() }));
const Language = z.enum(['en', 'ar']);

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
    language: Language.parse(language),
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
