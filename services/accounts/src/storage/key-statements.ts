import { defineStatement } from '@parley/database/statement';

/** Hot (ADR 5): by the unique index on the hash. */
export const findUsableKey = defineStatement({
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

/** The secret of before stays valid for a while: one statement, so that two rotations at once keep the newest one's before. */
export const replaceSecret = defineStatement({
  name: 'accounts.replace-secret',
  text: `UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = $4, webhook_secret = $3
          WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL`,
  params: { tenantId: 'int4', instanceId: 'text', encrypted: 'text', previousUntil: 'timestamptz' },
});
