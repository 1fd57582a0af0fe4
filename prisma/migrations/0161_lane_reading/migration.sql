-- As in 0160, and: what is the same for the whole lane stands in one row alone, the time is told in milliseconds.
-- The next due deliveries of a lane, in order, without those in hand; none once the claim is no longer the lane's. Of an
-- ordered key, a delivery waits for the older ones of its conversation, for as long as none of them has failed for an hour.
DROP FUNCTION delivery_read_due(text, text, bigint[], int);
CREATE FUNCTION delivery_read_due(p_instance_id text, p_claim_id text, p_in_hand bigint[], p_limit int)
RETURNS TABLE (id bigint, attempt int, event_id text, type text, conversation_id int, created_ms double precision, data text,
               webhook_url text, webhook_secret text, previous_secret text, ordered boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  v_ids bigint[];
  v_first bigint;
  v_last bigint;
BEGIN
  SELECT array_agg(due.id), min(due.event_seq), max(due.event_seq) INTO v_ids, v_first, v_last
    FROM (SELECT d.id, d.event_seq FROM deliveries d
           WHERE d.instance_id = p_instance_id AND d.due_at <= now() AND d.id <> ALL (p_in_hand)
             AND (d.order_key IS NULL OR NOT EXISTS (
                   SELECT 1 FROM deliveries b
                    WHERE b.instance_id = p_instance_id AND b.order_key = d.order_key AND b.id < d.id
                      AND (b.first_failed_at IS NULL OR b.first_failed_at > now() - interval '1 hour')))
           ORDER BY d.due_at, d.id LIMIT p_limit) due;
  IF v_ids IS NULL THEN RETURN; END IF;
  -- The bounds let the executor leave out the days that none of them is of.
  RETURN QUERY
    SELECT d.id, d.attempt, e.id, e.type, e.conversation_id, round(extract(epoch FROM e.created_at) * 1000)::double precision, e.data,
           CASE WHEN row_number() OVER turn = 1 THEN k.webhook_url END, CASE WHEN row_number() OVER turn = 1 THEN k.webhook_secret END,
           CASE WHEN row_number() OVER turn = 1 AND k.previous_secret_until > now() THEN k.previous_secret END, d.order_key IS NOT NULL
      FROM deliveries d
      JOIN events e ON e.seq = d.event_seq AND e.seq >= v_first AND e.seq <= v_last
      JOIN api_keys k ON k.instance_id = p_instance_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
      JOIN lanes l ON l.instance_id = p_instance_id AND l.claim_id = p_claim_id AND l.paused_at IS NULL
     WHERE d.id = ANY (v_ids)
    WINDOW turn AS (ORDER BY d.due_at, d.id)
     ORDER BY d.due_at, d.id;
END $$;
