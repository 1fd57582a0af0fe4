import { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import { json } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { MentionRows } from '../use-cases/erase-mentions.ts';

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

const eraseRequests = defineStatement({
  name: 'accounts.erase-bodies-of-requests',
  text: `WITH page AS MATERIALIZED (
           SELECT seq, body FROM request_log WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT ${REQUESTS}),
         erased AS (
           UPDATE request_log r SET body = ''
             FROM (SELECT seq FROM page WHERE EXISTS (SELECT FROM unnest($3::text[]) AS needle WHERE strpos(body, needle) > 0)) AS found
            WHERE r.seq = found.seq AND r.tenant_id = $1 RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM page) AS looked_at, (SELECT max(seq) FROM page) AS last,
                (SELECT count(*)::int4 FROM erased) AS erased`,
  params: { tenantId: 'int4', after: 'int8', needles: 'text[]' },
  row: { lookedAt: 'int4!', last: 'int8?', erased: 'int4!' },
});

/** Rows of services/accounts that may name a person: saved views, the audit log, the request log. */
export const makeMentionStore = (database: PrismaDatabase): MentionRows => ({
  async readViews(tenantId, after) {
    const { prisma } = database;
    const where = { tenantId, id: { gt: Number(after) } };
    const select = { id: true, name: true, filter: true } as const;
    const rows = await prisma.savedView.findMany({ where, select, orderBy: { id: 'asc' }, take: VIEWS });
    const items = rows.map(({ id, name, filter }) => ({ id, name, filter: ConversationFilter.parse(filter) }));
    return { items, last: rows.length === VIEWS ? String(rows.at(-1)?.id) : null };
  },
  async deleteViews(tenantId, ids) {
    return (await database.prisma.savedView.deleteMany({ where: { tenantId, id: { in: [...ids] } } })).count;
  },
  async readEntries(tenantId, after) {
    const items = await readEntries.all(database, { tenantId, after });
    return { items, last: items.length === ENTRIES ? (items.at(-1)?.id ?? null) : null };
  },
  writeEntries: (entries) =>
    writeEntries.run(
      database,
      entries.map(({ input, changes, ...entry }) => ({
        ...entry,
        input: JSON.stringify(input),
        changes: JSON.stringify(changes),
      })),
      {},
    ),
  async eraseRequests(tenantId, after, needles) {
    const found = await eraseRequests.first(database, { tenantId, after, needles: [...needles] });
    if (!found) return { erased: 0, last: null };
    return { erased: found.erased, last: found.lookedAt === REQUESTS ? found.last : null };
  },
});
