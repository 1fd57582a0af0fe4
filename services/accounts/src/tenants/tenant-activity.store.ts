import type { TENANT_SORTS } from '@parley/common/contracts/console/tenant-activity';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import { sortedBy } from '@parley/database/statements/sorted-by';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Tenant } from './tenant.rules.ts';

/**
 * Not a message that waits for its time, nor one that was cancelled before it (docs/reference/sends.md#scheduled), nor one
 * of a phone's history (docs/reference/wd.md#history).
 */
export const HAS_LEFT = `status <> 'scheduled' AND (status <> 'failed' OR error ->> 'code' IS DISTINCT FROM 'cancelled')
              AND extra -> 'imported' IS NULL`;

/** The number of messages, and of those that failed to be sent. */
const COUNTED = `count(*)::int4 AS messages,
                      count(*) FILTER (WHERE direction = 'out' AND status = 'failed')::int4 AS failed`;

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

/** The set-up of a tenant: members, keys that are not revoked, and connected channels. */
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

/**
 * One statement moves the progress and stores what it covers. Of two workers the second waits for the row of the
 * progress, and then counts the hour after.
 */
const countNext = defineStatement({
  name: 'accounts.count-next-hour',
  text: `WITH next AS (
           UPDATE tenant_hours_progress SET counted_until = greatest(counted_until, $1) + interval '1 hour'
            WHERE greatest(counted_until, $1) < $2 RETURNING counted_until - interval '1 hour' AS hour),
         stored AS (
           INSERT INTO tenant_hours (tenant_id, hour, messages, failed)
           SELECT t.id, next.hour, counted.messages, counted.failed
             FROM next CROSS JOIN tenants t
             CROSS JOIN LATERAL (
               SELECT ${COUNTED} FROM messages m
                WHERE m.tenant_id = t.id AND m.created_at >= next.hour AND m.created_at < next.hour + interval '1 hour'
                  AND ${HAS_LEFT}) counted
            WHERE t.erased_slug IS NULL AND counted.messages > 0),
         dropped AS (DELETE FROM tenant_hours WHERE hour < $1)
         SELECT hour FROM next`,
  params: { first: 'timestamptz', until: 'timestamptz' },
  row: { hour: 'timestamptz?' },
});

/** Counts the next hour from `first` until `until`, and forgets those before `first`. False: all are counted. */
export const countNextHour = async (sql: Sql, first: Date, until: Date): Promise<boolean> =>
  (await countNext.first(sql, { first, until })) !== null;
