-- Moves sent messages forward by receipts, each step once and never backwards (contract §6).
-- outcome: moved | repeated | unconfirmed (the send itself is not settled) | absent (no such message)
--        | early (it skips a step that another replica may be storing, and it may wait)
CREATE OR REPLACE FUNCTION inbound_store_receipts(p_items jsonb)
RETURNS TABLE (ord int, outcome text, message_id bigint, conversation_id int, tenant_id int, channel text, peer text, provider_message_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  found_message messages%ROWTYPE;
  v_rank CONSTANT jsonb := '{"sent": 1, "delivered": 2, "read": 3}';
BEGIN
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, channel_account_id int, provider_message_id text, callback_id bigint, status text, happened_at timestamptz, error jsonb, may_wait boolean)
    ORDER BY i.channel_account_id, i.provider_message_id, i.ord
  LOOP
    ord := item.ord;
    message_id := NULL; conversation_id := NULL; tenant_id := NULL; channel := NULL; peer := NULL; provider_message_id := NULL;
    SELECT * INTO found_message FROM messages m
      WHERE m.channel_account_id = item.channel_account_id AND m.provider_message_id = item.provider_message_id
        AND m.direction = 'out' FOR UPDATE;
    IF NOT FOUND THEN
      SELECT m.* INTO found_message FROM message_parts p JOIN messages m ON m.id = p.message_id
        WHERE p.channel_account_id = item.channel_account_id AND p.provider_message_id = item.provider_message_id FOR UPDATE OF m;
    END IF;
    IF NOT FOUND AND item.callback_id IS NOT NULL THEN
      -- Its answer was lost or is on its way: our own id came back with the status.
      SELECT * INTO found_message FROM messages m
        WHERE m.id = item.callback_id AND m.channel_account_id = item.channel_account_id AND m.direction = 'out'
          AND m.provider_message_id IS NULL FOR UPDATE;
    END IF;
    IF NOT FOUND THEN
      outcome := 'absent'; RETURN NEXT; CONTINUE;
    END IF;
    message_id := found_message.id; conversation_id := found_message.conversation_id; tenant_id := found_message.tenant_id;
    channel := found_message.channel; peer := found_message.peer;
    provider_message_id := coalesce(found_message.provider_message_id, item.provider_message_id);
    IF found_message.status IN ('sending', 'unknown') THEN
      outcome := 'unconfirmed'; RETURN NEXT; CONTINUE;
    END IF;
    IF found_message.status = 'failed'
       OR (item.status = 'failed' AND found_message.receipt IN ('delivered', 'read'))
       OR (item.status <> 'failed' AND (v_rank ->> item.status)::int <= coalesce((v_rank ->> found_message.receipt)::int, 0)) THEN
      -- A step that was overtaken is told no more, but the message's history has it.
      IF item.status <> 'failed' THEN
        INSERT INTO message_statuses (message_id, status, at) VALUES (message_id, item.status, item.happened_at) ON CONFLICT DO NOTHING;
      END IF;
      outcome := 'repeated'; RETURN NEXT; CONTINUE;
    END IF;
    IF item.may_wait AND (v_rank ->> item.status)::int > coalesce((v_rank ->> found_message.receipt)::int, 0) + 1 THEN
      outcome := 'early'; RETURN NEXT; CONTINUE;
    END IF;
    INSERT INTO message_statuses (message_id, status, at) VALUES (message_id, item.status, item.happened_at) ON CONFLICT DO NOTHING;
    UPDATE messages m SET status = item.status, receipt = item.status, error = coalesce(item.error, m.error)
     WHERE m.id = found_message.id;
    outcome := 'moved'; RETURN NEXT;
  END LOOP;
END $$;
