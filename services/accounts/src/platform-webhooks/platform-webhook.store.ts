import { PlatformSubscription } from '@parley/common/events/platform-events';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { NextSecret } from '../keys/key.rules.ts';
import type { NewPlatformWebhook, PlatformWebhook } from './platform-webhook.rules.ts';

/** Keeps a webhook that is not deleted: the second of two concurrent inserts then updates the first. */
const insert = defineStatement({
  name: 'accounts.insert-platform-webhook',
  text: `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, enabled, secret) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (scope) WHERE revoked_at IS NULL DO NOTHING`,
  params: { instanceId: 'text', tenantId: 'int4?', url: 'text', events: 'text[]', enabled: 'bool', secret: 'text' },
});

/** Only where the deployment never had one: an operator who deletes it does not get it again at the next start. */
const insertFirst = defineStatement({
  name: 'accounts.insert-first-platform-webhook',
  text: `INSERT INTO platform_webhooks (instance_id, url, events, secret)
         SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM platform_webhooks WHERE scope = 0)
         ON CONFLICT (scope) WHERE revoked_at IS NULL DO NOTHING`,
  params: { instanceId: 'text', url: 'text', events: 'text[]', secret: 'text' },
});

/**
 * The previous secret stays valid for a while. One statement, so that concurrent rotations keep the right previous
 * secret.
 */
const replaceSecret = defineStatement({
  name: 'accounts.replace-platform-secret',
  text: `UPDATE platform_webhooks SET previous_secret = secret, previous_secret_until = $3, secret = $2
          WHERE scope = $1 AND revoked_at IS NULL
         RETURNING instance_id`,
  params: { scope: 'int4', encrypted: 'text', previousUntil: 'timestamptz' },
  row: { instanceId: 'text' },
});

const WEBHOOK = { instanceId: true, url: true, events: true, enabled: true, createdAt: true } as const;

type Client = Prisma.TransactionClient;

/*
 * Platform webhooks that are not deleted: at most one per tenant (its id) and one of the deployment (null).
 */

export async function findPlatformWebhook(
  { platformWebhook }: Client,
  tenantId: number | null,
): Promise<PlatformWebhook | null> {
  const row = await platformWebhook.findFirst({ where: { tenantId, revokedAt: null }, select: WEBHOOK });
  return row && { ...row, events: PlatformSubscription.array().parse(row.events) };
}

/** False when there is one. */
export const insertPlatformWebhook = async (
  sql: Sql,
  webhook: NewPlatformWebhook & { tenantId: number | null; enabled: boolean },
): Promise<boolean> => (await insert.run(sql, webhook)) > 0;

/** Inserts the deployment's webhook. False when it ever had one. */
export const insertFirstPlatformWebhook = async (sql: Sql, webhook: NewPlatformWebhook): Promise<boolean> =>
  (await insertFirst.run(sql, webhook)) > 0;

export async function savePlatformWebhook(
  { platformWebhook }: Client,
  tenantId: number | null,
  changes: { url: string; events?: PlatformSubscription[]; enabled?: boolean },
): Promise<void> {
  await platformWebhook.updateMany({ where: { tenantId, revokedAt: null }, data: changes });
}

export async function revokePlatformWebhook(
  { platformWebhook }: Client,
  instanceId: string,
  revokedAt: Date,
): Promise<void> {
  await platformWebhook.updateMany({ where: { instanceId, revokedAt: null }, data: { revokedAt } });
}

/** The current secret becomes the previous one. Returns the instance id; null: there is no webhook. */
export const savePlatformSecret = async (
  sql: Sql,
  tenantId: number | null,
  secret: NextSecret,
): Promise<string | null> => (await replaceSecret.first(sql, { scope: tenantId ?? 0, ...secret }))?.instanceId ?? null;
