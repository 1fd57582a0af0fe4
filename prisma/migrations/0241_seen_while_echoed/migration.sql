-- A message that is seen while its echo is being stored: the receipt waits for the time that the echo brings.

-- Receipts by watermark: up to a moment (fb), or up to and with one message (ig). Without a status, those that a conversation
-- keeps are applied once more: a message of it has come late, or its time at the provider has.
-- outcome: applied (one row per element) | moved (one per message) | open (a send that may be meant is not settled yet)
--        | absent (the message it names is not here)
CREATE OR REPLACE FUNCTION inbound_store_watermarks(p_items jsonb)
RETURNS TABLE (ord int, outcome text, status text, at timestamptz, message_id bigint, conversation_id int, peer text, provider_message_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  mark record;
  sent record;
  v_conversation int;
  v_named bigint;
  v_until timestamptz;
BEGIN
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, tenant_id int, channel text, channel_account_id int, conversation_id int, peer text, status text,
      until timestamptz, until_provider_id text, happened_at timestamptz)
    ORDER BY i.channel_account_id, i.conversation_id, i.peer, i.ord
  LOOP
    ord := item.ord; status := item.status; at := item.happened_at;
    message_id := NULL; peer := NULL; provider_message_id := NULL;
    v_conversation := item.conversation_id;
    v_until := item.until;
    IF item.until_provider_id IS NOT NULL THEN
      SELECT m.id, m.conversation_id INTO v_named, v_conversation FROM messages m
        WHERE m.id = messaging_find(item.channel_account_id, item.until_provider_id) AND m.status NOT IN ('sending', 'unknown');
      IF NOT FOUND THEN
        outcome := 'absent'; conversation_id := NULL; RETURN NEXT; CONTINUE;
      END IF;
      -- Its echo may be giving it its time at the provider at this moment, which is the one that counts: it is waited for.
      -- The conversation first and messages in one order, as everywhere.
      PERFORM 1 FROM conversations c WHERE c.id = v_conversation FOR NO KEY UPDATE;
      PERFORM 1 FROM messages m
        WHERE m.conversation_id = v_conversation AND m.direction = 'out' AND m.status IN ('sent', 'delivered') AND m.channel IN ('fb', 'ig')
        ORDER BY m.id FOR UPDATE;
      SELECT coalesce(m.provider_at, m.happened_at) INTO v_until FROM messages m WHERE m.id = v_named;
    ELSIF v_conversation IS NULL THEN
      SELECT c.id INTO v_conversation FROM contact_addresses d
        JOIN conversations c ON c.contact_id = d.contact_id AND c.channel_account_id = item.channel_account_id
       WHERE d.tenant_id = item.tenant_id AND d.channel = item.channel AND d.address = item.peer LIMIT 1;
    END IF;
    conversation_id := v_conversation;
    outcome := 'applied'; RETURN NEXT;
    IF item.status IS NOT NULL THEN
      UPDATE conversations c
         SET delivered_until = CASE WHEN item.status = 'delivered' THEN greatest(c.delivered_until, v_until) ELSE c.delivered_until END,
             read_until = CASE WHEN item.status = 'read' THEN greatest(c.read_until, v_until) ELSE c.read_until END
       WHERE c.id = v_conversation;
    END IF;
    FOR mark IN
      SELECT item.status, v_until AS until, item.happened_at AS at WHERE item.status IS NOT NULL
      UNION ALL
      SELECT w.status, w.until, w.until FROM conversations c,
             LATERAL (VALUES ('delivered', c.delivered_until), ('read', c.read_until)) AS w(status, until)
       WHERE item.status IS NULL AND c.id = v_conversation AND w.until IS NOT NULL
    LOOP
      FOR sent IN SELECT * FROM inbound_move_until(v_conversation, mark.status, mark.until, mark.at) LOOP
        status := mark.status; at := mark.at;
        message_id := sent.message_id; peer := sent.peer; provider_message_id := sent.provider_message_id;
        outcome := 'moved'; RETURN NEXT;
      END LOOP;
    END LOOP;
    FOR sent IN
      SELECT m.id FROM messages m
       WHERE item.status IS NOT NULL AND m.channel_account_id = item.channel_account_id
         AND m.status IN ('sending', 'unknown') AND m.channel IN ('fb', 'ig', 'tt') AND m.happened_at <= v_until
         AND (m.conversation_id = v_conversation OR (v_conversation IS NULL AND m.extra ? 'comment_id'))
       ORDER BY m.status, m.id LIMIT 1 -- when it is settled the watermark comes again, and finds the next one
    LOOP
      message_id := sent.id; outcome := 'open'; RETURN NEXT;
    END LOOP;
  END LOOP;
END $$;
