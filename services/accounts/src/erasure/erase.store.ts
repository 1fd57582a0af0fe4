import { at } from '@parley/common/at';
import { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { Sql } from '@parley/database/sql';
import { json } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { deleteSignInsOf } from '../members/member.store.ts';
import type { SavedView } from '../views/view.rules.ts';

/** Maximum rows of one statement, so that no transaction grows with the tenant. */
const ERASED_AT_ONCE = 5000;

const params = { tenantId: 'int4' } as const;

const eraseRequests = defineStatement({
  name: 'accounts.erase-requests',
  text: `DELETE FROM request_log
          WHERE seq IN (SELECT seq FROM request_log WHERE tenant_id = $1 ORDER BY seq LIMIT ${ERASED_AT_ONCE})`,
  params,
});

const eraseKeyHours = defineStatement({
  name: 'accounts.erase-hours-of-keys',
  text: `DELETE FROM key_hours
          WHERE (tenant_id, instance_id, hour) IN (SELECT tenant_id, instance_id, hour FROM key_hours
                                                    WHERE tenant_id = $1 ORDER BY instance_id, hour
                                                    LIMIT ${ERASED_AT_ONCE})`,
  params,
});

const eraseAudit = defineStatement({
  name: 'accounts.erase-audit',
  text: `DELETE FROM audit_log
          WHERE id IN (SELECT id FROM audit_log WHERE coalesce(tenant_id, 0) = $1 ORDER BY id LIMIT ${ERASED_AT_ONCE})`,
  params,
});

/**
 * Deletes the request log and the audit log of an erased tenant in batches. Each batch commits by itself: after a kill,
 * the next run of the erasure deletes the rest. Nothing new is logged for a tenant whose slug is gone.
 */
export async function eraseLogs(sql: Sql, tenantId: number): Promise<void> {
  for (const erase of [eraseRequests, eraseKeyHours, eraseAudit]) {
    let count = ERASED_AT_ONCE;
    while (count === ERASED_AT_ONCE) count = await erase.run(sql, { tenantId });
  }
}

/** Deletes the tenant's rows and the content of those that stay: the ledger, because the law requires it. */
export async function deleteTenantData(prisma: Prisma.TransactionClient, tenantId: number): Promise<void> {
  await prisma.apiKey.deleteMany({ where: { tenantId } });
  await prisma.platformWebhook.deleteMany({ where: { tenantId } });
  await deleteSignInsOf(prisma, tenantId);
  await prisma.savedView.deleteMany({ where: { tenantId } });
  await prisma.member.deleteMany({ where: { tenantId } });
  await prisma.creditEntry.updateMany({ where: { tenantId, note: { not: null } }, data: { note: null } });
  await prisma.tenant.update({
    where: { id: tenantId },
    data: { name: '', plan: '', retentionDays: null, language: null, timeZone: null },
  });
}

const VIEWS = 1000;
const ENTRIES = 1000;
const REQUESTS = 5000;

/** Rows of the tenant after a position, oldest first. */
const readEntries = defineStatement({
  name: 'accounts.read-audit-to-erase',
  text: `SELECT id, input, changes, outcome FROM audit_log
          WHERE coalesce(tenant_id, 0) = $1 AND id > $2 ORDER BY id LIMIT ${ENTRIES}`,
  params: { tenantId: 'int4', after: 'int8' },
  row: { id: 'int8', input: json<unknown>(), changes: json<unknown>(), outcome: 'text?' },
});

/** Skips entries that were settled since they were read: the next round finds them. */
const writeEntries = defineBatchStatement({
  name: 'accounts.mask-audit',
  text: `UPDATE audit_log a SET input = m.input::jsonb, changes = m.changes::jsonb
           FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[]) AS m(id, input, changes, outcome)
          WHERE a.id = m.id AND a.outcome IS NOT DISTINCT FROM m.outcome`,
  items: { id: 'int8', input: 'text', changes: 'text', outcome: 'text?' },
});

const emptyRequests = defineStatement({
  name: 'accounts.erase-bodies-of-requests',
  text: `WITH page AS MATERIALIZED (
           SELECT seq, body || coalesce(answer, '') AS said FROM request_log WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT ${REQUESTS}),
         erased AS (
           UPDATE request_log r SET body = '', answer = NULL
             FROM (SELECT seq FROM page WHERE EXISTS (SELECT FROM unnest($3::text[]) AS needle WHERE strpos(said, needle) > 0)) AS found
            WHERE r.seq = found.seq AND r.tenant_id = $1 RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM page) AS looked_at, (SELECT max(seq) FROM page) AS last,
                (SELECT count(*)::int4 FROM erased) AS erased`,
  params: { tenantId: 'int4', after: 'int8', needles: 'text[]' },
  row: { lookedAt: 'int4!', last: 'int8?', erased: 'int4!' },
});

/*
 * Rows of services/accounts that may name a person: saved views, the audit log, the request log. A batch is in the order
 * of ids; `last` is the cursor of the next batch, null at the end.
 */

/** A part of an entry of the audit log that may name a person. */
interface MentionEntry {
  id: string;
  input: unknown;
  changes: unknown;
  outcome: string | null;
}

export async function findViewsAfter(
  { savedView }: Prisma.TransactionClient,
  tenantId: number,
  after: string,
): Promise<{ items: (Pick<SavedView, 'name' | 'filter'> & { id: number })[]; last: string | null }> {
  const where = { tenantId, id: { gt: Number(after) } };
  const select = { id: true, name: true, filter: true } as const;
  const rows = await savedView.findMany({ where, select, orderBy: { id: 'asc' }, take: VIEWS });
  const items = rows.map(({ id, name, filter }) => ({ id, name, filter: ConversationFilter.parse(filter) }));
  return { items, last: rows.length === VIEWS ? String(at(rows, VIEWS - 1).id) : null };
}

export async function deleteViews(
  { savedView }: Prisma.TransactionClient,
  tenantId: number,
  ids: readonly number[],
): Promise<number> {
  return (await savedView.deleteMany({ where: { tenantId, id: { in: [...ids] } } })).count;
}

export async function findEntriesAfter(
  sql: Sql,
  tenantId: number,
  after: string,
): Promise<{ items: MentionEntry[]; last: string | null }> {
  const items = await readEntries.all(sql, { tenantId, after });
  return { items, last: items.length === ENTRIES ? at(items, ENTRIES - 1).id : null };
}

/** Writes entries that have not changed since they were read; returns how many. */
export const saveEntries = (sql: Sql, entries: readonly MentionEntry[]): Promise<number> =>
  writeEntries.run(
    sql,
    entries.map(({ input, changes, ...entry }) => ({
      ...entry,
      input: JSON.stringify(input),
      changes: JSON.stringify(changes),
    })),
    {},
  );

/** Empties the fields and answers of requests that contain one of the strings. */
export async function emptyBodies(
  sql: Sql,
  tenantId: number,
  after: string,
  needles: readonly string[],
): Promise<{ erased: number; last: string | null }> {
  const page = at(await emptyRequests.all(sql, { tenantId, after, needles: [...needles] }), 0);
  return { erased: page.erased, last: page.lookedAt === REQUESTS ? page.last : null };
}
