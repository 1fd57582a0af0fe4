-- What services/send does in its two round trips. Both functions take a JSON array and answer one row per element. Every
-- statement in them looks up by an index; they say so to the planner, which knows nothing yet of tables that are new.

-- Sends whose process may have died, for the sweeper.
CREATE INDEX messages_unsettled ON messages (settle_by) WHERE status IN ('sending', 'unknown');

-- The conversation of an account with an address, made where there is none.
CREATE FUNCTION send_conversation(p_tenant int, p_channel text, p_account int, p_to text, p_now timestamptz)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_contact int;
  v_conversation int;
BEGIN
  SELECT contact_id INTO v_contact FROM contact_addresses
   WHERE tenant_id = p_tenant AND channel = p_channel AND address = p_to;
  IF NOT FOUND THEN
    INSERT INTO contacts (tenant_id, channel, phone)
    VALUES (p_tenant, p_channel, CASE WHEN p_to LIKE '+%' THEN p_to END) RETURNING id INTO v_contact;
    INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
    VALUES (p_tenant, p_channel, p_to, v_contact) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN -- the customer wrote at this very moment
      DELETE FROM contacts WHERE id = v_contact;
      SELECT contact_id INTO STRICT v_contact FROM contact_addresses
       WHERE tenant_id = p_tenant AND channel = p_channel AND address = p_to;
    END IF;
  END IF;
  SELECT id INTO v_conversation FROM conversations WHERE channel_account_id = p_account AND contact_id = v_contact;
  IF NOT FOUND THEN
    INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_message_at)
    VALUES (p_tenant, p_channel, p_account, v_contact, p_to, p_now)
    ON CONFLICT (channel_account_id, contact_id) DO UPDATE SET peer = conversations.peer
    RETURNING id INTO v_conversation;
  END IF;
  RETURN v_conversation;
END $$;

-- Reserves credit, checks the window and writes the message, all or nothing per element.
-- outcome: reserved | replayed | in_progress | mismatch | unknown_conversation | invalid_from | not_connected
--        | window_closed | insufficient_balance
CREATE FUNCTION send_reserve(p_items jsonb)
RETURNS TABLE (ord int, outcome text, message_id bigint, conversation_id int, peer text, account_id int, external_id text,
               account_name text, account_number text, credentials text, answer jsonb, templates text[])
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_tenant int;
  v_balance numeric;
  v_active boolean;
  v_spent numeric := 0;
  v_known idempotency_keys%ROWTYPE;
  v_inbound timestamptz;
BEGIN
  -- One order of locks for everybody who moves credit.
  PERFORM 1 FROM tenants t
    WHERE t.id IN (SELECT DISTINCT (e ->> 'tenant_id')::int FROM jsonb_array_elements(p_items) e) ORDER BY t.id FOR UPDATE;
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, tenant_id int, instance_id text, origin text, channel text, recipient text, sender text, conversation int,
      text text, attachments jsonb, files jsonb, template jsonb, price numeric, happened_at timestamptz, settle_by timestamptz,
      idempotency_key text, body_hash text, reservation text)
    ORDER BY i.tenant_id, i.ord
  LOOP
    IF v_tenant IS DISTINCT FROM item.tenant_id THEN
      IF v_spent > 0 THEN
        UPDATE tenants t SET balance = t.balance - v_spent WHERE t.id = v_tenant;
      END IF;
      v_tenant := item.tenant_id;
      v_spent := 0;
      SELECT t.balance, t.status = 'active' INTO v_balance, v_active FROM tenants t WHERE t.id = v_tenant;
    END IF;
    ord := item.ord; message_id := NULL; conversation_id := item.conversation; peer := item.recipient; account_id := NULL;
    external_id := NULL; account_name := NULL; account_number := NULL; credentials := NULL; answer := NULL; templates := NULL;

    IF item.idempotency_key IS NOT NULL THEN
      SELECT * INTO v_known FROM idempotency_keys k
        WHERE k.instance_id = item.instance_id AND k.action = 'send' AND k.key = item.idempotency_key;
      IF FOUND AND v_known.created_at < item.happened_at - interval '24 hours' THEN
        DELETE FROM idempotency_keys k
          WHERE k.instance_id = item.instance_id AND k.action = 'send' AND k.key = item.idempotency_key;
      ELSIF FOUND THEN
        answer := v_known.answer;
        outcome := CASE WHEN v_known.body_hash <> decode(item.body_hash, 'hex') THEN 'mismatch'
                        WHEN v_known.answer IS NULL THEN 'in_progress' ELSE 'replayed' END;
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;

    IF item.conversation IS NOT NULL THEN
      SELECT c.peer, c.last_inbound_at, a.id, a.external_id, a.name, a.number, a.credentials
        INTO peer, v_inbound, account_id, external_id, account_name, account_number, credentials
        FROM conversations c LEFT JOIN channel_accounts a ON a.id = c.channel_account_id AND a.status = 'connected'
        WHERE c.id = item.conversation AND c.tenant_id = item.tenant_id;
      IF NOT FOUND THEN
        outcome := 'unknown_conversation'; RETURN NEXT; CONTINUE;
      END IF;
    ELSE
      -- The account named (an id beats another account's label that reads the same), else that of the newest
      -- conversation with the recipient, else the first.
      SELECT a.id, a.external_id, a.name, a.number, a.credentials
        INTO account_id, external_id, account_name, account_number, credentials
        FROM channel_accounts a
       WHERE a.tenant_id = item.tenant_id AND a.channel = item.channel AND a.status = 'connected'
         AND (item.sender IS NULL OR a.external_id = item.sender OR a.name = item.sender
              OR (item.sender ~ '^\+?[\d\s()-]*\d[\d\s()-]*$'
                  AND regexp_replace(a.number, '\D', '', 'g') = regexp_replace(item.sender, '\D', '', 'g')))
       ORDER BY coalesce(a.external_id = item.sender, false) DESC,
                (SELECT max(c.last_message_at) FROM contact_addresses d JOIN conversations c ON c.contact_id = d.contact_id
                  WHERE d.tenant_id = item.tenant_id AND d.channel = item.channel AND d.address = item.recipient
                    AND c.channel_account_id = a.id) DESC NULLS LAST, a.id
       LIMIT 1;
      SELECT c.id, c.last_inbound_at INTO conversation_id, v_inbound
        FROM contact_addresses d JOIN conversations c ON c.contact_id = d.contact_id AND c.channel_account_id = send_reserve.account_id
       WHERE d.tenant_id = item.tenant_id AND d.channel = item.channel AND d.address = item.recipient;
    END IF;
    IF account_id IS NULL THEN
      outcome := CASE WHEN item.sender IS NOT NULL AND EXISTS (
          SELECT 1 FROM channel_accounts a
           WHERE a.tenant_id = item.tenant_id AND a.channel = item.channel AND a.status = 'connected')
        THEN 'invalid_from' ELSE 'not_connected' END;
      RETURN NEXT; CONTINUE;
    END IF;

    IF item.channel = 'wa' AND item.template IS NULL
       AND (v_inbound IS NULL OR v_inbound <= item.happened_at - interval '24 hours') THEN
      SELECT l.approved_names INTO templates FROM listed_templates l WHERE l.channel_account_id = send_reserve.account_id;
      outcome := 'window_closed'; RETURN NEXT; CONTINUE;
    END IF;

    IF v_balance IS NULL OR NOT v_active OR v_balance - v_spent < item.price THEN
      outcome := 'insufficient_balance'; RETURN NEXT; CONTINUE;
    END IF;
    v_spent := v_spent + item.price;

    IF conversation_id IS NULL THEN
      conversation_id := send_conversation(item.tenant_id, item.channel, account_id, peer, item.happened_at);
    END IF;
    INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, attachments,
                          template, extra, price, instance_id, settle_by, happened_at)
    VALUES (item.tenant_id, conversation_id, account_id, item.channel, 'out', item.origin, 'sending', peer, item.text, item.attachments,
            item.template, jsonb_build_object('reservation', item.reservation), item.price, item.instance_id, item.settle_by, item.happened_at)
    RETURNING id INTO message_id;
    IF item.files <> '[]' THEN
      INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, source_url, mime_type, filename)
      SELECT f.id, item.tenant_id, message_id, account_id, f.type, f.source_url, f.mime_type, f.filename
        FROM jsonb_to_recordset(item.files) AS f(id text, type text, source_url text, mime_type text, filename text);
    END IF;
    IF item.price > 0 THEN
      INSERT INTO credit_ledger (tenant_id, amount, kind, message_id) VALUES (item.tenant_id, -item.price, 'reserve', message_id);
    END IF;
    IF item.idempotency_key IS NOT NULL THEN
      INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, locked_until, created_at)
      VALUES (item.instance_id, 'send', item.idempotency_key, decode(item.body_hash, 'hex'), message_id, item.settle_by, item.happened_at);
    END IF;
    outcome := 'reserved'; RETURN NEXT;
  END LOOP;
  IF v_spent > 0 THEN
    UPDATE tenants t SET balance = t.balance - v_spent WHERE t.id = v_tenant;
  END IF;
END $$;

-- One person behind two addresses: the one that was written to, and the one that the provider knows. From now on both lead
-- to one contact, and the message goes to its conversation, so that the reply carries the same conversation_id.
CREATE FUNCTION send_adopt_alias(p_tenant int, p_channel text, p_account int, p_to text, p_alias text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_contact int;
  v_conversation int;
BEGIN
  v_contact := inbound_contact(p_tenant, p_channel, ARRAY[p_to, p_alias], NULL, NULL, NULL);
  SELECT c.id INTO v_conversation FROM conversations c WHERE c.channel_account_id = p_account AND c.contact_id = v_contact;
  RETURN v_conversation;
END $$;

-- Stores what became of sends, once: a send that a receipt has confirmed, or the sweeper has ended, is left alone
-- (applied = false). A refusal gives the credit back; with `release` its Idempotency-Key is free again. `event` is the
-- outbox row of message.sent, or null. The row with ord -1 tells the keys to wake.
CREATE FUNCTION send_settle(p_items jsonb)
RETURNS TABLE (ord int, applied boolean, instance_ids text[])
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_message messages%ROWTYPE;
  v_events jsonb := '[]';
BEGIN
  PERFORM 1 FROM tenants t
    WHERE t.id IN (SELECT DISTINCT (e ->> 'tenant_id')::int FROM jsonb_array_elements(p_items) e WHERE e ->> 'status' = 'failed')
    ORDER BY t.id FOR UPDATE;
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, tenant_id int, message_id bigint, conversation_id int, status text, provider_message_id text, error jsonb,
      answer jsonb, release boolean, event jsonb, happened_at timestamptz)
    ORDER BY i.message_id
  LOOP
    ord := item.ord; instance_ids := NULL;
    UPDATE messages m
       SET status = item.status, error = item.error, conversation_id = item.conversation_id,
           provider_message_id = CASE WHEN EXISTS (
             SELECT 1 FROM messages o WHERE o.channel_account_id = m.channel_account_id AND o.provider_message_id = item.provider_message_id)
             THEN NULL ELSE item.provider_message_id END,
           -- Nobody works on it any more: the sweeper's wait counts from now.
           settle_by = CASE WHEN item.status = 'unknown' THEN item.happened_at ELSE m.settle_by END
     WHERE m.id = item.message_id AND m.tenant_id = item.tenant_id AND m.status IN ('sending', 'unknown')
    RETURNING * INTO v_message;
    applied := FOUND;
    IF applied AND item.release THEN
      DELETE FROM idempotency_keys k WHERE k.message_id = item.message_id AND k.answer IS NULL;
    ELSIF item.answer IS NOT NULL THEN
      UPDATE idempotency_keys k SET answer = item.answer WHERE k.message_id = item.message_id AND k.answer IS NULL;
    END IF;
    IF applied AND item.status IN ('sent', 'failed') THEN
      INSERT INTO message_statuses (message_id, status, at) VALUES (item.message_id, item.status, item.happened_at) ON CONFLICT DO NOTHING;
    END IF;
    IF applied AND item.status = 'failed' AND v_message.price > 0 THEN
      INSERT INTO credit_ledger (tenant_id, amount, kind, message_id) VALUES (item.tenant_id, v_message.price, 'refund', item.message_id);
      UPDATE tenants t SET balance = t.balance + v_message.price WHERE t.id = item.tenant_id;
    END IF;
    IF applied AND item.status = 'sent' AND item.event IS NOT NULL THEN
      v_events := v_events || item.event;
    END IF;
    RETURN NEXT;
  END LOOP;
  -- A conversation that somebody else is writing to now is being moved to now by them: waiting for it could deadlock.
  UPDATE conversations c SET last_message_at = moved.at
    FROM (SELECT l.id, n.at FROM conversations l
            JOIN (SELECT (e ->> 'conversation_id')::int AS id, max((e ->> 'happened_at')::timestamptz) AS at
                    FROM jsonb_array_elements(p_items) e WHERE e ->> 'status' = 'sent' GROUP BY 1) n ON n.id = l.id
           WHERE l.last_message_at < n.at FOR NO KEY UPDATE OF l SKIP LOCKED) moved
   WHERE c.id = moved.id;
  IF v_events <> '[]' THEN
    ord := -1; applied := true;
    SELECT array_agg(i) INTO instance_ids FROM outbox_append(v_events) i;
    RETURN NEXT;
  END IF;
END $$;
