import { defineStatement } from '@parley/database/statement';

/** Keeps a webhook that is not deleted: the second of two concurrent inserts then updates the first. */
export const insertPlatformWebhook = defineStatement({
  name: 'accounts.insert-platform-webhook',
  text: `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, enabled, secret) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (scope) WHERE revoked_at IS NULL DO NOTHING`,
  params: { instanceId: 'text', tenantId: 'int4?', url: 'text', events: 'text[]', enabled: 'bool', secret: 'text' },
});

/** Only where the deployment never had one: an operator who deletes it does not get it again at the next start. */
export const insertFirstPlatformWebhook = defineStatement({
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
export const replacePlatformSecret = defineStatement({
  name: 'accounts.replace-platform-secret',
  text: `UPDATE platform_webhooks SET previous_secret = secret, previous_secret_until = $3, secret = $2
          WHERE scope = $1 AND revoked_at IS NULL
         RETURNING instance_id`,
  params: { scope: 'int4', encrypted: 'text', previousUntil: 'timestamptz' },
  row: { instanceId: 'text' },
});
