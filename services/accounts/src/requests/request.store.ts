import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { FullRequest, NewRequest, RequestFilter, RequestRow } from './request.rules.ts';

/** Requests from this status on were refused or failed. */
const REFUSED_FROM = 400;

/**
 * Skips tenants that no longer exist. The same statement counts the hours of keys, in key order so that concurrent
 * batches never deadlock.
 */
const insert = defineBatchStatement({
  name: 'accounts.insert-requests',
  text: `WITH logged AS (
         INSERT INTO request_log (request_id, tenant_id, instance_id, at, action, method, status, code, duration_ms, address, body, answer)
         SELECT r.request_id, t.id, r.instance_id, r.at, r.action, r.method, r.status, r.code, r.duration_ms, r.address, r.body, r.answer
           FROM unnest($1::text[], $2::text[], $3::int4[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::int4[], $9::text[], $10::int4[], $11::text[], $12::text[], $13::text[])
             WITH ORDINALITY AS r(request_id, tenant_slug, tenant_id, instance_id, at, action, method, status, code, duration_ms, address, body, answer, ord)
           JOIN tenants t ON t.slug = r.tenant_slug AND (r.tenant_id IS NULL OR r.tenant_id = t.id)
          ORDER BY r.ord
         RETURNING tenant_id, instance_id, at, status)
         INSERT INTO key_hours AS h (tenant_id, instance_id, hour, requests, refused, last_at)
         SELECT tenant_id, instance_id, date_trunc('hour', at, 'UTC'), count(*),
                count(*) FILTER (WHERE status >= ${REFUSED_FROM}), max(at)
           FROM logged WHERE instance_id IS NOT NULL
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
         ON CONFLICT (tenant_id, instance_id, hour) DO UPDATE
            SET requests = h.requests + excluded.requests, refused = h.refused + excluded.refused,
                last_at = greatest(h.last_at, excluded.last_at)`,
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
    answer: 'text?',
  },
});

/** Columns of the list; only a single request is read with its fields. */
const LISTED = {
  seq: true,
  requestId: true,
  at: true,
  instanceId: true,
  action: true,
  method: true,
  status: true,
  code: true,
  durationMs: true,
};

function whereOf({ tenantId, before, instanceId, action, isDone, code, since, until }: RequestFilter) {
  return {
    tenantId,
    ...(before === null ? {} : { seq: { lt: BigInt(before) } }),
    ...(instanceId === null ? {} : { instanceId }),
    ...(action === null ? {} : { action }),
    ...(isDone === null ? {} : { status: isDone ? { lt: REFUSED_FROM } : { gte: REFUSED_FROM } }),
    ...(code === null ? {} : { code }),
    at: { ...(since && { gte: since }), ...(until && { lt: until }) },
  };
}

export async function insertRequests(sql: Sql, requests: readonly NewRequest[]): Promise<void> {
  await insert.run(sql, requests, {});
}

/** Newest first. */
export async function findRequests(
  { loggedRequest }: Prisma.TransactionClient,
  filter: RequestFilter,
): Promise<(RequestRow & { seq: string })[]> {
  const found = await loggedRequest.findMany({
    where: whereOf(filter),
    select: LISTED,
    orderBy: { seq: 'desc' },
    take: filter.count,
  });
  return found.map((row) => ({ ...row, seq: String(row.seq) }));
}

export const findRequest = (
  { loggedRequest }: Prisma.TransactionClient,
  tenantId: number,
  requestId: string,
): Promise<FullRequest | null> => loggedRequest.findFirst({ where: { tenantId, requestId } });
