import { Channel } from '@parley/common/channels';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { McpTool } from '@parley/common/contracts/operator/keys';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import { EventType, OptInReceipts } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Key, KeyChanges, NewKey, NextSecret } from '../domain/key.ts';
import type { KeyWebhook } from '../domain/key-webhook.ts';

/** Hot (ADR 5): uses the unique index on the hash. */
const findUsable = defineStatement({
  name: 'accounts.find-usable-key',
  plan: 'index',
  text: `SELECT k.tenant_id, t.slug AS tenant_slug, k.instance_id, k.channels, k.rate_limit_per_minute, k.mcp_enabled, k.mcp_tools, k.may_read,
                t.status = 'active' AS tenant_active, t.plan
           FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
          WHERE k.key_hash = $1 AND k.enabled AND k.revoked_at IS NULL`,
  params: { keyHash: 'bytea' },
  row: {
    tenantId: 'int4',
    tenantSlug: 'text',
    instanceId: 'text',
    channels: 'text[]!',
    rateLimitPerMinute: 'int4',
    mcpEnabled: 'bool',
    mcpTools: 'text[]!',
    mayRead: 'bool',
    tenantActive: 'bool!',
    plan: 'text',
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

/** The enabled, not revoked key with this hash. */
export async function findUsableKey(sql: Sql, keyHash: Buffer): Promise<AuthenticatedKey | null> {
  const found = await findUsable.first(sql, { keyHash });
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
