import { Channel } from '@parley/common/channels';
import { EventType } from '@parley/common/events';
import { lockTenant } from '@parley/database/lock-tenant';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { addLane, restartLane } from '@parley/messaging/lanes/key-lane';
import type { Key } from '../domain/key.ts';
import type { KeyRows } from '../use-cases/manage-keys.ts';
import { findUseOfKeys } from './key-use-store.ts';

/** Hot (ADR 5): uses the unique index on the hash. */
const findUsableKey = defineStatement({
  name: 'accounts.find-usable-key',
  text: `SELECT k.tenant_id, t.slug AS tenant_slug, k.instance_id, k.channels, k.rate_limit_per_minute,
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

/** A key without its secrets. */
const KEY = {
  id: true,
  instanceId: true,
  label: true,
  channels: true,
  webhookUrl: true,
  events: true,
  rateLimitPerMinute: true,
  enabled: true,
  ordered: true,
  revokedAt: true,
  createdAt: true,
} as const;

const toKey = (row: Omit<Key, 'channels' | 'events'> & { channels: string[]; events: string[] }): Key => ({
  ...row,
  channels: Channel.array().parse(row.channels),
  events: EventType.array().parse(row.events),
});

/** Keys in PostgreSQL. */
export function makeKeyStore(database: PrismaDatabase): KeyRows {
  const { prisma } = database;
  const findKey = async (tenantId: number, instanceId: string, { apiKey }: Pick<typeof prisma, 'apiKey'> = prisma) => {
    const key = await apiKey.findFirst({ where: { tenantId, instanceId }, select: KEY });
    return key && toKey(key);
  };
  return {
    findKey: (tenantId, instanceId) => findKey(tenantId, instanceId),
    async findUsableKey(keyHash) {
      const found = await findUsableKey.first(database, { keyHash });
      if (!found) return null;
      return {
        tenantId: found.tenantId,
        tenantSlug: found.tenantSlug,
        instanceId: found.instanceId,
        channels: Channel.array().parse(found.channels),
        rateLimitPerMinute: found.rateLimitPerMinute,
        tenantActive: found.tenantActive,
        plan: found.plan,
      };
    },
    insertKey: (tenantId, { keyHash, ...key }, check, since) =>
      database.prismaTransaction(async (transaction) => {
        await lockTenant(transaction.sql, tenantId);
        const { apiKey, tenant } = transaction.prisma;
        const { plan } = await tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
        const has = await apiKey.count({ where: { tenantId, revokedAt: null } });
        const madeInDay = await apiKey.count({ where: { tenantId, createdAt: { gt: since } } });
        check({ plan, has, madeInDay });
        const data = { ...key, tenantId, keyHash: new Uint8Array(keyHash) };
        const made = await apiKey.create({ data, select: KEY });
        await addLane(transaction.prisma, made.instanceId);
        return toKey(made);
      }),
    async findOldestKey(tenantId) {
      const where = { tenantId, enabled: true, revokedAt: null };
      const found = await prisma.apiKey.findFirst({ where, select: { instanceId: true }, orderBy: { id: 'asc' } });
      return found?.instanceId ?? null;
    },
    async listKeysAfter(tenantId, id, count) {
      const where = { tenantId, id: { gt: id } };
      return (await prisma.apiKey.findMany({ where, select: KEY, orderBy: { id: 'asc' }, take: count })).map(toKey);
    },
    findUse: (tenantId, instanceIds, since) => findUseOfKeys(database, { tenantId, instanceIds, since }),
    updateKey: (tenantId, instanceId, changes) =>
      database.prismaTransaction(async (transaction) => {
        const where = { tenantId, instanceId, revokedAt: null };
        if (!(await transaction.prisma.apiKey.findFirst({ where, select: { id: true } }))) return null;
        await transaction.prisma.apiKey.updateMany({ where, data: changes });
        if (typeof changes.webhookUrl === 'string') await restartLane(transaction.prisma, instanceId);
        return findKey(tenantId, instanceId, transaction.prisma);
      }),
    async revokeKey(tenantId, instanceId, revokedAt) {
      await prisma.apiKey.updateMany({ where: { tenantId, instanceId, revokedAt: null }, data: { revokedAt } });
      return findKey(tenantId, instanceId);
    },
    async replaceSecret(tenantId, instanceId, { encrypted, previousUntil }) {
      return (await replaceSecret.run(database, { tenantId, instanceId, encrypted, previousUntil })) > 0;
    },
  };
}
