import { PlatformEventType } from '@parley/common/platform-events';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { addLane, restartLane } from '@parley/messaging/lanes/key-lane';
import type { PlatformWebhook } from '../domain/platform-webhook.ts';
import type { PlatformWebhookRows } from '../use-cases/manage-platform-webhooks.ts';
import {
  insertFirstPlatformWebhook,
  insertPlatformWebhook,
  replacePlatformSecret,
} from './platform-webhook-statements.ts';

const WEBHOOK = { instanceId: true, url: true, events: true, enabled: true, createdAt: true } as const;

const toWebhook = (row: Omit<PlatformWebhook, 'events'> & { events: string[] }): PlatformWebhook => ({
  ...row,
  events: PlatformEventType.array().parse(row.events),
});

/** Platform webhooks in PostgreSQL: at most one per tenant (its id) and one of the deployment (null). */
export function makePlatformWebhookStore(database: PrismaDatabase): PlatformWebhookRows {
  const { prisma } = database;
  const find = async (client: Pick<PrismaDatabase['prisma'], 'platformWebhook'>, tenantId: number | null) => {
    const row = await client.platformWebhook.findFirst({ where: { tenantId, revokedAt: null }, select: WEBHOOK });
    return row ? toWebhook(row) : null;
  };
  return {
    find: (tenantId) => find(prisma, tenantId),
    save: (tenantId, { fresh, changes }) =>
      database.prismaTransaction(async (transaction) => {
        const isMade = (await insertPlatformWebhook.run(transaction.sql, { ...fresh, tenantId })) > 0;
        if (isMade) await addLane(transaction.prisma, fresh.instanceId);
        else
          await transaction.prisma.platformWebhook.updateMany({ where: { tenantId, revokedAt: null }, data: changes });
        const webhook = await find(transaction.prisma, tenantId);
        if (webhook && !isMade) await restartLane(transaction.prisma, webhook.instanceId);
        return webhook && { webhook, isMade };
      }),
    insertFirst: (first) =>
      database.prismaTransaction(async (transaction) => {
        const isMade = (await insertFirstPlatformWebhook.run(transaction.sql, first)) > 0;
        if (isMade) await addLane(transaction.prisma, first.instanceId);
        return isMade;
      }),
    async revoke(tenantId, revokedAt) {
      const webhook = await find(prisma, tenantId);
      if (!webhook) return null;
      const where = { instanceId: webhook.instanceId, revokedAt: null };
      await prisma.platformWebhook.updateMany({ where, data: { revokedAt } });
      return webhook;
    },
    replaceSecret: async (tenantId, secret) =>
      (await replacePlatformSecret.first(database, { scope: tenantId ?? 0, ...secret }))?.instanceId ?? null,
  };
}
