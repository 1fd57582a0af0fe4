import { at } from '@parley/common/at';
import type { AuditedChange } from '@parley/common/contracts/internal/console-session';
import type { Sql } from '@parley/database/sql';
import { json, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { AuditEntry, AuditFilter, NewAuditEntry } from './audit.rules.ts';

/** Entries of a tenant, or of the deployment (0), newest first. */
const list = defineStatement({
  name: 'accounts.list-audit',
  text: `SELECT id, at, actor, member_id, instance_id, email, address, action, input, changes, outcome, request_id
           FROM audit_log
          WHERE coalesce(tenant_id, 0) = $1 AND ($2::int8 IS NULL OR id < $2) AND ($3::text IS NULL OR action = $3)
            AND ($4::text IS NULL OR member_id = $4) AND ($5::timestamptz IS NULL OR at >= $5)
            AND ($6::timestamptz IS NULL OR at < $6)
          ORDER BY id DESC LIMIT $7::int4`,
  params: {
    scope: 'int4',
    before: 'int8?',
    action: 'text?',
    memberId: 'text?',
    since: 'timestamptz?',
    until: 'timestamptz?',
    count: 'int4',
  },
  row: {
    id: 'int8',
    at: 'timestamptz',
    actor: oneOf('member', 'operator', 'key', 'token'),
    memberId: 'text?',
    instanceId: 'text?',
    email: 'text?',
    address: 'text',
    action: 'text',
    input: json<Record<string, unknown>>(),
    changes: json<AuditedChange[]>(),
    outcome: 'text?',
    requestId: 'text',
  },
});

const BATCH = 1000;
const dropOld = defineStatement({
  name: 'accounts.drop-audit',
  text: `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** Stores the member's address with the entry. Returns its id. */
export async function insertAuditEntry(
  prisma: Prisma.TransactionClient,
  { memberId, input, ...entry }: NewAuditEntry,
): Promise<string> {
  const member = memberId && (await prisma.member.findUnique({ where: { memberId }, select: { email: true } }));
  // safe: the bus delivered it as JSON
  const data = { ...entry, memberId, email: member ? member.email : null, input: input as Prisma.InputJsonObject };
  return String((await prisma.auditEntry.create({ data, select: { id: true } })).id);
}

/** Writes the outcome, once. */
export async function saveAuditOutcome(
  prisma: Prisma.TransactionClient,
  { id, outcome, changes }: { id: string; outcome: string; changes: AuditedChange[] },
): Promise<void> {
  // safe: the bus delivered them as JSON
  const data = { outcome, changes: changes as unknown as Prisma.InputJsonArray };
  await prisma.auditEntry.updateMany({ where: { id: BigInt(id), outcome: null }, data });
}

/** Newest first. */
export const findAuditEntries = (sql: Sql, filter: AuditFilter): Promise<AuditEntry[]> => list.all(sql, filter);

/** Deletes a batch; true when there may be more. */
export const deleteOldAuditEntries = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOld.run(sql, { before })) === BATCH;

const count = defineStatement({
  name: 'accounts.count-audit-entry',
  plan: 'index',
  text: `INSERT INTO audit_counts (actor, day, entries) VALUES ($1, $2, 1)
         ON CONFLICT (actor, day) DO UPDATE SET entries = audit_counts.entries + 1
         RETURNING entries`,
  params: { actor: 'text', day: 'timestamptz' },
  row: { entries: 'int4' },
});

/** Counts an entry of a member or a key; returns the number of the day's entries, this one included. */
export const countAuditEntry = async (sql: Sql, actor: string, day: Date): Promise<number> =>
  at(await count.all(sql, { actor, day }), 0).entries;

const dropCounts = defineStatement({
  name: 'accounts.drop-audit-counts',
  text: `DELETE FROM audit_counts WHERE (actor, day) IN (
           SELECT actor, day FROM audit_counts WHERE day < $1 ORDER BY day LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** Deletes a batch of the counts of earlier days; true when there may be more. */
export const deleteOldAuditCounts = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropCounts.run(sql, { before })) === BATCH;
