import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { RequestRows } from '../use-cases/keep-requests.ts';

/** Of a tenant that there is no more, nothing is written. */
const insert = defineBatchStatement({
  name: 'accounts.insert-requests',
  text: `INSERT INTO request_log (request_id, tenant_id, instance_id, at, action, method, status, code, duration_ms, address, body)
         SELECT r.request_id, t.id, r.instance_id, r.at, r.action, r.method, r.status, r.code, r.duration_ms, r.address, r.body
           FROM unnest($1::text[], $2::text[], $3::int4[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::int4[], $9::text[], $10::int4[], $11::text[], $12::text[])
             WITH ORDINALITY AS r(request_id, tenant_slug, tenant_id, instance_id, at, action, method, status, code, duration_ms, address, body, ord)
           JOIN tenants t ON t.slug = r.tenant_slug AND (r.tenant_id IS NULL OR r.tenant_id = t.id)
          ORDER BY r.ord`,
  items: {
    requestId: 'text',
    tenantSlug: 'text',
    tenantId: 'int4?',
    instanceId: 'text?',
    at: 'timestamptz',
    action: 'text',
    method: 'text',
    status: 'int4',
    code: 'text?',
    durationMs: 'int4',
    address: 'text',
    body: 'text',
  },
});

const list = defineStatement({
  name: 'accounts.list-requests',
  text: `SELECT seq, request_id, at, instance_id, action, method, status, code, duration_ms FROM request_log
          WHERE tenant_id = $1 AND ($2::int8 IS NULL OR seq < $2) AND ($3::text IS NULL OR instance_id = $3)
            AND ($4::text IS NULL OR action = $4) AND ($5::bool IS NULL OR (status < 400) = $5)
            AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
          ORDER BY seq DESC LIMIT $8::int4`,
  params: {
    tenantId: 'int4',
    before: 'int8?',
    instanceId: 'text?',
    action: 'text?',
    isDone: 'bool?',
    since: 'timestamptz?',
    until: 'timestamptz?',
    count: 'int4',
  },
  row: {
    seq: 'int8',
    requestId: 'text',
    at: 'timestamptz',
    instanceId: 'text?',
    action: 'text',
    method: 'text',
    status: 'int4',
    code: 'text?',
    durationMs: 'int4',
  },
});

/** The log of API requests in PostgreSQL (docs/reference/console.md#request-log). */
export const makeRequestStore = (database: PrismaDatabase): RequestRows => ({
  insert: async (entries) => void (await insert.run(database, entries, {})),
  list: (filter) => list.all(database, filter),
  find: (tenantId, requestId) => database.prisma.loggedRequest.findFirst({ where: { tenantId, requestId } }),
});
