import type { TENANT_SORTS } from '@parley/common/contracts/console/tenant-activity';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import { oneOf } from '@parley/database/column';
import { sortedBy } from '@parley/database/sorted-by';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Tenant } from '../domain/tenant.ts';
import { COUNTED, HAS_LEFT } from './count-messages.ts';

/** The last message, or the last request of a key: one row of an index each. */
const LAST_ACTIVE = `SELECT greatest(
           (SELECT m.created_at FROM messages m WHERE m.tenant_id = t.id ORDER BY m.created_at DESC LIMIT 1),
           (SELECT max(used.last_at) FROM api_keys k
             CROSS JOIN LATERAL (SELECT h.last_at FROM key_hours h
                                  WHERE h.tenant_id = t.id AND h.instance_id = k.instance_id
                                  ORDER BY h.hour DESC LIMIT 1) used
             WHERE k.tenant_id = t.id)) AS at`;

/** The counted hours, plus the messages since. */
const list = defineStatement({
  name: 'accounts.list-tenant-activity',
  text: `WITH listed AS (
           SELECT t.id, t.slug, t.name, t.plan, t.status, t.balance, t.retention_days, t.low_credit_threshold, t.created_at,
                  counted.messages + since.messages AS messages, counted.failed + since.failed AS messages_failed,
                  active.at AS last_active_at
             FROM tenants t
             CROSS JOIN LATERAL (
               SELECT coalesce(sum(h.messages), 0)::int4 AS messages, coalesce(sum(h.failed), 0)::int4 AS failed
                 FROM tenant_hours h WHERE h.tenant_id = t.id AND h.hour >= $1) counted
             CROSS JOIN LATERAL (
               SELECT ${COUNTED} FROM messages m
                WHERE m.tenant_id = t.id AND m.created_at >= (SELECT greatest(counted_until, $1) FROM tenant_hours_progress)
                  AND ${HAS_LEFT}) since
             CROSS JOIN LATERAL (${LAST_ACTIVE}) active
            WHERE t.erased_slug IS NULL AND strpos(lower(t.name || ' ' || t.slug), lower($2)) > 0),
         keyed AS (
           SELECT *, CASE $3 WHEN 'name' THEN lower(name) WHEN 'plan' THEN lower(plan) END AS by_text,
                  CASE $3 WHEN 'created' THEN id WHEN 'credit' THEN balance WHEN 'messages' THEN messages
                          WHEN 'failed' THEN messages_failed
                          WHEN 'activity' THEN extract(epoch FROM last_active_at) END AS by_number
             FROM listed)
         SELECT id, slug, name, plan, status, balance, retention_days, low_credit_threshold, created_at, messages,
                messages_failed, last_active_at
           FROM keyed
          ORDER BY ${sortedBy({ text: 'by_text', number: 'by_number', descending: '$4' })}, id
         OFFSET $5::int4 LIMIT $6::int4`,
  params: {
    first: 'timestamptz',
    q: 'text',
    sort: 'text',
    descending: 'bool',
    offset: 'int4',
    count: 'int4',
  },
  row: {
    id: 'int4',
    slug: 'text',
    name: 'text',
    plan: 'text',
    status: oneOf(...TenantStatus.options),
    balance: 'numeric',
    retentionDays: 'int4?',
    lowCreditThreshold: 'numeric?',
    createdAt: 'timestamptz',
    messages: 'int4!',
    messagesFailed: 'int4!',
    lastActiveAt: 'timestamptz?',
  },
});

const findActive = defineStatement({
  name: 'accounts.find-last-active',
  text: `SELECT active.at FROM tenants t CROSS JOIN LATERAL (${LAST_ACTIVE}) active WHERE t.id = $1`,
  params: { tenantId: 'int4' },
  row: { at: 'timestamptz?' },
});

export type ActiveTenant = Tenant & { messages: number; messagesFailed: number; lastActiveAt: Date | null };

/** Tenants whose name or slug contains `q`, without erased ones; messages since `first`. */
export const findActiveTenants = (
  sql: Sql,
  given: {
    first: Date;
    q: string;
    sort: (typeof TENANT_SORTS)[number];
    descending: boolean;
    offset: number;
    count: number;
  },
): Promise<ActiveTenant[]> => list.all(sql, given);

/** The time of a tenant's last message or request; null: it never had one. */
export const findLastActive = async (sql: Sql, tenantId: number): Promise<Date | null> =>
  (await findActive.first(sql, { tenantId }))?.at ?? null;

/** What a tenant has set up: members, keys that are not revoked, and connected channels. */
export async function countSetUp(
  { member, apiKey, channelAccount }: Prisma.TransactionClient,
  tenantId: number,
): Promise<{ members: number; keys: number; channels: number }> {
  const [members, keys, channels] = await Promise.all([
    member.count({ where: { tenantId } }),
    apiKey.count({ where: { tenantId, revokedAt: null } }),
    channelAccount.count({ where: { tenantId, status: 'connected' } }),
  ]);
  return { members, keys, channels };
}
