import { Channel } from '@parley/common/channels';
import { EventType } from '@parley/common/events';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { addLane, restartLane } from '@parley/messaging/lanes/key-lane';
import type { Key } from '../domain/key.ts';
import type { AuthenticateKeyDeps } from '../use-cases/authenticate-key.ts';
import type { CreateKeyDeps } from '../use-cases/create-key.ts';
import type { ListKeysDeps } from '../use-cases/list-keys.ts';
import type { RevokeKeyDeps } from '../use-cases/revoke-key.ts';
import type { RotateSecretDeps } from '../use-cases/rotate-secret.ts';
import type { UpdateKeyDeps } from '../use-cases/update-key.ts';
import { findUsableKey, replaceSecret } from './key-statements.ts';

export type KeyStore = AuthenticateKeyDeps &
  Pick<CreateKeyDeps, 'insertKey'> &
  Pick<ListKeysDeps, 'listKeysAfter'> &
  Pick<UpdateKeyDeps, 'updateKey'> &
  Pick<RevokeKeyDeps, 'revokeKey'> &
  Pick<RotateSecretDeps, 'replaceSecret'>;

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
export function makeKeyStore(database: PrismaDatabase): KeyStore {
  const { prisma } = database;
  return {
    async findUsableKey(keyHash) {
      const found = await findUsableKey.first(database, { keyHash });
      if (!found) return null;
      return {
        tenant_id: found.tenantId,
        tenant_slug: found.tenantSlug,
        instance_id: found.instanceId,
        channels: Channel.array().parse(found.channels),
        rate_limit_per_minute: found.rateLimitPerMinute,
        tenant_active: found.tenantActive,
        plan: found.plan,
      };
    },
    insertKey: (tenantId, { keyHash, ...key }) =>
      database.prismaTransaction(async (transaction) => {
        const data = { ...key, tenantId, keyHash: new Uint8Array(keyHash) };
        const made = await transaction.prisma.apiKey.create({ data, select: KEY });
        await addLane(transaction.sql, made.instanceId);
        return toKey(made);
      }),
    async listKeysAfter(tenantId, id, count) {
      const where = { tenantId, id: { gt: id } };
      return (await prisma.apiKey.findMany({ where, select: KEY, orderBy: { id: 'asc' }, take: count })).map(toKey);
    },
    updateKey: (tenantId, instanceId, changes) =>
      database.prismaTransaction(async (transaction) => {
        const where = { tenantId, instanceId, revokedAt: null };
        if (!(await transaction.prisma.apiKey.findFirst({ where, select: { id: true } }))) return null;
        await transaction.prisma.apiKey.updateMany({ where, data: changes });
        if (typeof changes.webhookUrl === 'string') await restartLane(transaction.sql, instanceId);
        const key = await transaction.prisma.apiKey.findFirst({ where: { tenantId, instanceId }, select: KEY });
        return key ? toKey(key) : null;
      }),
    async revokeKey(tenantId, instanceId, revokedAt) {
      await prisma.apiKey.updateMany({ where: { tenantId, instanceId, revokedAt: null }, data: { revokedAt } });
      const key = await prisma.apiKey.findFirst({ where: { tenantId, instanceId }, select: KEY });
      return key ? toKey(key) : null;
    },
    async replaceSecret(tenantId, instanceId, { encrypted, previousUntil }) {
      return (await replaceSecret.run(database, { tenantId, instanceId, encrypted, previousUntil })) > 0;
    },
  };
}
