const COLUMNS =
  'id, instance_id, label, channels, webhook_url, events, rate_limit_per_minute, enabled, ordered, revoked_at, created_at';

/** The hot one: by the unique index on the hash. */
export const FIND_USABLE = `
  SELECT k.tenant_id, t.slug AS tenant_slug, k.instance_id, k.channels, k.rate_limit_per_minute,
         t.status = 'active' AS tenant_active, t.plan
    FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
   WHERE k.key_hash = $1 AND k.enabled AND k.revoked_at IS NULL`;

/** Key and lane at once: a key without a lane would have deliveries that nobody takes. */
export const INSERT = `
  WITH made AS (
    INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret,
                          rate_limit_per_minute, ordered)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    RETURNING ${COLUMNS}
  ), lane AS (
    INSERT INTO lanes (instance_id) SELECT instance_id FROM made
  )
  SELECT ${COLUMNS} FROM made`;

export const LIST = `
  SELECT ${COLUMNS} FROM api_keys WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`;

/**
 * A webhook address that is set starts its lane anew, unless an operator paused it. The claim ends with it: what the
 * address of before still answers must not stop the new one.
 */
export const UPDATE = `
  WITH changed AS (
    UPDATE api_keys
       SET label = coalesce($3, label),
           channels = coalesce($4, channels),
           events = coalesce($5, events),
           webhook_url = CASE WHEN $6 THEN $7 ELSE webhook_url END,
           rate_limit_per_minute = coalesce($8, rate_limit_per_minute),
           enabled = coalesce($9, enabled),
           ordered = coalesce($10, ordered)
     WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL
    RETURNING ${COLUMNS}
  ), woken AS (
    UPDATE lanes
       SET claim_id = NULL, lease_until = NULL, paused_at = NULL, pause_reason = NULL, resume_at = NULL, consecutive_failures = 0, failing_since = NULL
      FROM changed
     WHERE lanes.instance_id = changed.instance_id AND $6 AND $7::text IS NOT NULL
       AND lanes.pause_reason IS DISTINCT FROM 'operator'
  )
  SELECT ${COLUMNS} FROM changed`;

export const REVOKE = `
  UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3)
   WHERE tenant_id = $1 AND instance_id = $2
  RETURNING ${COLUMNS}`;

export const REPLACE_SECRET = `
  UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = $4, webhook_secret = $3
   WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL`;
