import { Channel } from '@parley/common/channels';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { McpTool } from '@parley/common/contracts/operator/keys';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import { EventType, OptInReceipts } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Key, KeyChanges, KeyUse, KeyWebhook, NewKey, NextSecret } from './key.rules.ts';

const USABLE = `k.tenant_id, t.slug AS tenant_slug, k.instance_id, k.channels, k.rate_limit_per_minute, k.mcp_enabled, k.mcp_tools, k.may_read,
                t.status = 'active' AS tenant_active, t.plan
           FROM api_keys k JOIN tenants t ON t.id = k.tenant_id`;

/**
 * Hot (ADR 18): uses the unique index on the hash. Only if there is no such key, the index on the hashes of rotated ones
 * is searched too.
 */
const findUsable = defineStatement({
  name: 'accounts.find-usable-key',
  plan: 'index',
  text: `SELECT ${USABLE}
          WHERE k.key_hash = $1 AND k.enabled AND k.revoked_at IS NULL
         UNION ALL
         SELECT ${USABLE}
          WHERE k.previous_key_hash = $1 AND k.previous_key_until > $2 AND k.enabled AND k.revoked_at IS NULL
         LIMIT 1`,
  params: { keyHash: 'bytea', now: 'timestamptz' },
  row: {
    tenantId: 'int4!',
    tenantSlug: 'text!',
    instanceId: 'text!',
    channels: 'text[]!',
    rateLimitPerMinute: 'int4!',
    mcpEnabled: 'bool!',
    mcpTools: 'text[]!',
    mayRead: 'bool!',
    tenantActive: 'bool!',
    plan: 'text!',
  },
});

/**
 * The replaced secret stays valid for a while. One statement, so that concurrent rotations keep the right previous
 * secret.
 */
const replaceSecret = defineStatement({
  name: 'accounts.replace-secret',
  text: `UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = $4, webhook_secret = $3
          WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL`,
  params: { tenantId: 'int4', instanceId: 'text', encrypted: 'text', previousUntil: 'timestamptz' },
});

/** One statement, so that of concurrent rotations each ends the key before it, and one old key stays. */
const replaceKey = defineStatement({
  name: 'accounts.replace-key',
  text: `UPDATE api_keys
            SET previous_key_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE key_hash END, previous_key_until = $4,
                key_hash = $3
          WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL`,
  params: { tenantId: 'int4', instanceId: 'text', keyHash: 'bytea', previousUntil: 'timestamptz?' },
});

const lock = defineStatement({
  name: 'accounts.lock-key',
  plan: 'index',
  text: `SELECT id FROM api_keys WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', instanceId: 'text' },
  row: { id: 'int4' },
});

/** A key without its secrets. */
const KEY = {
  id: true,
  instanceId: true,
  label: true,
  channels: true,
  webhookUrl: true,
  events: true,
  receipts: true,
  rateLimitPerMinute: true,
  enabled: true,
  ordered: true,
  mcpEnabled: true,
  mcpTools: true,
  setWebhookEnabled: true,
  mayRead: true,
  previousKeyUntil: true,
  revokedAt: true,
  createdAt: true,
} as const;

type Lists = 'channels' | 'events' | 'receipts' | 'mcpTools';
type StoredKey = Omit<Key, Lists> & Record<Lists, string[]>;

const toKey = (row: StoredKey): Key => ({
  ...row,
  channels: Channel.array().parse(row.channels),
  events: EventType.array().parse(row.events),
  receipts: OptInReceipts.array().parse(row.receipts),
  mcpTools: McpTool.array().parse(row.mcpTools),
});

type Client = Prisma.TransactionClient;

/** The enabled, not revoked key with this hash, or the one whose old key has it and is still valid. */
export async function findUsableKey(sql: Sql, keyHash: Buffer, now: Date): Promise<AuthenticatedKey | null> {
  const found = await findUsable.first(sql, { keyHash, now });
  return found && { ...found, channels: Channel.array().parse(found.channels) };
}

/** Includes a revoked one. */
export async function findKey({ apiKey }: Client, tenantId: number, instanceId: string): Promise<Key | null> {
  const key = await apiKey.findFirst({ where: { tenantId, instanceId }, select: KEY });
  return key && toKey(key);
}

/** In the order of creation, including revoked ones. */
export async function findKeysAfter({ apiKey }: Client, tenantId: number, id: number, count: number): Promise<Key[]> {
  const where = { tenantId, id: { gt: id } };
  return (await apiKey.findMany({ where, select: KEY, orderBy: { id: 'asc' }, take: count })).map(toKey);
}

/** The instance id of the oldest key that is in use. */
export async function findOldestKey({ apiKey }: Client, tenantId: number): Promise<string | null> {
  const where = { tenantId, enabled: true, revokedAt: null };
  const found = await apiKey.findFirst({ where, select: { instanceId: true }, orderBy: { id: 'asc' } });
  return found?.instanceId ?? null;
}

/** The tenant's plan, the number of its unrevoked keys, and of those made since a moment. */
export async function countKeys(
  { apiKey, tenant }: Client,
  tenantId: number,
  since: Date,
): Promise<{ plan: string; has: number; madeInDay: number }> {
  const { plan } = await tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
  const has = await apiKey.count({ where: { tenantId, revokedAt: null } });
  const madeInDay = await apiKey.count({ where: { tenantId, createdAt: { gt: since } } });
  return { plan, has, madeInDay };
}

export async function insertKey({ apiKey }: Client, tenantId: number, { keyHash, ...key }: NewKey): Promise<Key> {
  const data = { ...key, tenantId, keyHash: new Uint8Array(keyHash) };
  return toKey(await apiKey.create({ data, select: KEY }));
}

/** Locks a key until the transaction ends. False for an unknown or revoked one. */
export const lockKey = async (sql: Sql, tenantId: number, instanceId: string): Promise<boolean> =>
  (await lock.first(sql, { tenantId, instanceId })) !== null;

const WEBHOOK = { webhookUrl: true, events: true, lane: { select: { pausedAt: true, pauseReason: true } } } as const;

/** Null for an unknown or revoked key. */
export async function findKeyWebhook(
  { apiKey }: Client,
  tenantId: number,
  instanceId: string,
): Promise<KeyWebhook | null> {
  const found = await apiKey.findFirst({ where: { tenantId, instanceId, revokedAt: null }, select: WEBHOOK });
  if (!found) return null;
  const { lane, webhookUrl, events } = found;
  return {
    webhookUrl,
    events: EventType.array().parse(events),
    isPaused: lane !== null && lane.pausedAt !== null,
    reason: WebhookView.shape.reason.parse(lane?.pauseReason ?? null),
  };
}

/** Leaves a revoked key unchanged. */
export async function saveKey(
  { apiKey }: Client,
  tenantId: number,
  instanceId: string,
  changes: KeyChanges | { revokedAt: Date },
): Promise<void> {
  await apiKey.updateMany({ where: { tenantId, instanceId, revokedAt: null }, data: changes });
}

/** The current secret becomes the previous one. False for a revoked key too. */
export const saveKeySecret = async (
  sql: Sql,
  tenantId: number,
  instanceId: string,
  secret: NextSecret,
): Promise<boolean> => (await replaceSecret.run(sql, { tenantId, instanceId, ...secret })) > 0;

/** The current key becomes the old one until an instant, or ends at once with null. False for a revoked key too. */
export const saveKeyHash = async (
  sql: Sql,
  tenantId: number,
  instanceId: string,
  next: { keyHash: Buffer; previousUntil: Date | null },
): Promise<boolean> => (await replaceKey.run(sql, { tenantId, instanceId, ...next })) > 0;

/** Reads at most a day of rows for each key of the page. */
const findUse = defineBatchStatement({
  name: 'accounts.find-use-of-keys',
  text: `SELECT k.instance_id, used.last_at, refusals.refused
           FROM unnest($1::text[]) AS k(instance_id)
           CROSS JOIN LATERAL (SELECT h.last_at FROM key_hours h
                                WHERE h.tenant_id = $2 AND h.instance_id = k.instance_id
                                ORDER BY h.hour DESC LIMIT 1) used
           CROSS JOIN LATERAL (SELECT coalesce(sum(h.refused), 0)::int4 AS refused FROM key_hours h
                                WHERE h.tenant_id = $2 AND h.instance_id = k.instance_id AND h.hour > $3) refusals`,
  items: { instanceId: 'text' },
  params: { tenantId: 'int4', since: 'timestamptz' },
  row: { instanceId: 'text!', lastAt: 'timestamptz', refused: 'int4!' },
});

const DROPPED_AT_ONCE = 5000;

const dropHours = defineStatement({
  name: 'accounts.drop-old-hours-of-keys',
  text: `DELETE FROM key_hours
          WHERE (tenant_id, instance_id, hour) IN (
                SELECT tenant_id, instance_id, hour FROM key_hours WHERE hour < $1 ORDER BY hour LIMIT ${DROPPED_AT_ONCE})`,
  params: { before: 'timestamptz' },
});

/** By instance id; keys without requests are absent. Counts refusals since the given moment. */
export async function findUseOfKeys(
  sql: Sql,
  given: { tenantId: number; instanceIds: readonly string[]; since: Date },
): Promise<Map<string, KeyUse>> {
  const { tenantId, instanceIds, since } = given;
  const items = instanceIds.map((instanceId) => ({ instanceId }));
  const rows = await findUse.all(sql, items, { tenantId, since });
  return new Map(rows.map(({ instanceId, lastAt, refused }) => [instanceId, { lastAt, refused }]));
}

/** Deletes a batch; true when there may be more. */
export const deleteOldKeyHours = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropHours.run(sql, { before })) === DROPPED_AT_ONCE;
