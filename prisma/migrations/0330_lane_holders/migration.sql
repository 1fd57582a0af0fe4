-- Which worker process holds a lane: its number in worker_presence, so that the lanes of one that is gone are free at
-- once. Null: held by a process without a presence; then the lease alone tells.
ALTER TABLE lanes ADD COLUMN holder INTEGER;

-- As before (migration 0150), and notes the holder.
DROP FUNCTION delivery_claim_lanes(text, text[], text[], int, interval);
CREATE FUNCTION delivery_claim_lanes(p_claim_id text, p_only text[], p_held text[], p_limit int, p_lease interval,
                                     p_holder int)
RETURNS TABLE (instance_id text, consecutive_failures int, failing_since timestamptz, expired boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  IF p_only IS NULL THEN
    RETURN QUERY
      WITH due AS (
        SELECT l.instance_id, l.claim_id IS NOT NULL AS expired
          FROM lanes l
          JOIN api_keys k ON k.instance_id = l.instance_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
          JOIN LATERAL (SELECT d.due_at FROM deliveries d WHERE d.instance_id = l.instance_id AND d.due_at <= now()
                         ORDER BY d.due_at LIMIT 1) first ON true
         WHERE (l.lease_until IS NULL OR l.lease_until < now())
           AND l.paused_at IS NULL AND (l.resume_at IS NULL OR l.resume_at <= now())
           AND l.instance_id <> ALL (p_held)
         ORDER BY first.due_at
         LIMIT p_limit FOR UPDATE OF l SKIP LOCKED)
      UPDATE lanes l SET claim_id = p_claim_id, lease_until = now() + p_lease, holder = p_holder
        FROM due WHERE l.instance_id = due.instance_id
      RETURNING l.instance_id, l.consecutive_failures, l.failing_since, due.expired;
  ELSE
    RETURN QUERY
      WITH due AS (
        SELECT l.instance_id, l.claim_id IS NOT NULL AS expired
          FROM unnest(p_only) AS wanted(instance_id)
          JOIN lanes l ON l.instance_id = wanted.instance_id
          JOIN api_keys k ON k.instance_id = l.instance_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
         WHERE (l.lease_until IS NULL OR l.lease_until < now())
           AND l.paused_at IS NULL AND (l.resume_at IS NULL OR l.resume_at <= now())
           AND l.instance_id <> ALL (p_held)
           AND EXISTS (SELECT 1 FROM deliveries d WHERE d.instance_id = l.instance_id AND d.due_at <= now())
         LIMIT p_limit FOR UPDATE OF l SKIP LOCKED)
      UPDATE lanes l SET claim_id = p_claim_id, lease_until = now() + p_lease, holder = p_holder
        FROM due WHERE l.instance_id = due.instance_id
      RETURNING l.instance_id, l.consecutive_failures, l.failing_since, due.expired;
  END IF;
END $$;
