-- The transactional outbox (webhook-delivery.md, Promise): events and one delivery per subscribed key, written in the
-- transaction of the state change. Answers the keys to wake after the commit.
CREATE FUNCTION outbox_append(p_rows jsonb) RETURNS SETOF text LANGUAGE sql AS $$
  WITH source AS (
    SELECT row_number() OVER () AS ord, r.*
      FROM jsonb_to_recordset(p_rows)
        AS r(id text, tenant_id int, type text, channel text, conversation_id int, data text, created_at timestamptz)
  ),
  new_events AS (
    INSERT INTO events (id, tenant_id, type, channel, conversation_id, data, created_at)
    SELECT id, tenant_id, type, channel, conversation_id, data, created_at FROM source ORDER BY ord
    RETURNING seq, tenant_id, type, channel
  ),
  new_deliveries AS (
    INSERT INTO deliveries (instance_id, event_seq)
    SELECT k.instance_id, e.seq
      FROM new_events e
      JOIN api_keys k ON k.tenant_id = e.tenant_id
       AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
       AND e.type = ANY (k.events) AND e.channel = ANY (k.channels)
     ORDER BY e.seq
    RETURNING instance_id
  )
  SELECT DISTINCT instance_id FROM new_deliveries
$$;
