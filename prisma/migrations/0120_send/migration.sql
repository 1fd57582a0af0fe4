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
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_tenant int;
  v_spent numeric := 0;
  v_keys text[] := '{}';
  v_ords int[] := '{}';
  v_messages bigint[] := '{}';
  v_conversations int[] := '{}';
  v_accounts int[] := '{}';
  v_peers text[] := '{}';
BEGIN
  -- One order of locks for everybody who moves credit. From here on one batch at a time decides for a tenant.
  PERFORM 1 FROM tenants t
    WHERE t.id IN (SELECT DISTINCT (e ->> 'tenant_id')::int FROM jsonb_array_elements(p_items) e) ORDER BY t.id FOR UPDATE;

  FOR item IN
    -- LIMIT 1 keeps each look-up one of its own, by index; as plain joins they would depend on statistics.
    SELECT i.*, t.balance, t.active, k.kept_hash, k.kept_answer, k.kept_at,
           a.account_id, a.external_id, a.name, a.number, a.credentials,
           coalesce(g.id, c.id) AS found, coalesce(g.peer, i.recipient) AS peer,
           CASE WHEN i.conversation IS NULL THEN c.last_inbound_at ELSE g.last_inbound_at END AS last_inbound_at
      FROM jsonb_to_recordset(p_items) AS i(
             ord int, tenant_id int, instance_id text, channel text, recipient text, sender text, conversation int,
             template jsonb, price numeric, happened_at timestamptz, idempotency_key text, body_hash text)
      LEFT JOIN LATERAL (SELECT e.balance, e.status = 'active' AS active FROM tenants e WHERE e.id = i.tenant_id LIMIT 1) t ON true
      LEFT JOIN LATERAL (
        SELECT e.body_hash AS kept_hash, e.answer AS kept_answer, e.created_at AS kept_at FROM idempotency_keys e
         WHERE e.instance_id = i.instance_id AND e.action = 'send' AND e.key = i.idempotency_key LIMIT 1) k ON true
      LEFT JOIN LATERAL (
        SELECT e.id, e.peer, e.last_inbound_at, e.channel_account_id FROM conversations e
         WHERE e.id = i.conversation AND e.tenant_id = i.tenant_id LIMIT 1) g ON true
      -- The account of the conversation; else the one named (an id beats another account's label that reads the same);
      -- else that of the newest conversation with the recipient; else the first.
      LEFT JOIN LATERAL (
        SELECT n.id AS account_id, n.external_id, n.name, n.number, n.credentials FROM channel_accounts n
         WHERE n.tenant_id = i.tenant_id AND n.channel = i.channel AND n.status = 'connected'
           AND CASE WHEN i.conversation IS NOT NULL THEN n.id = g.channel_account_id
                    WHEN i.sender IS NULL THEN true
                    ELSE n.external_id = i.sender OR n.name = i.sender
                         OR (i.sender ~ '^\+?[\d\s()-]*\d[\d\s()-]*$'
                             AND regexp_replace(n.number, '\D', '', 'g') = regexp_replace(i.sender, '\D', '', 'g')) END
         ORDER BY coalesce(n.external_id = i.sender, false) DESC,
                  (SELECT max(o.last_message_at) FROM contact_addresses d JOIN conversations o ON o.contact_id = d.contact_id
                    WHERE d.tenant_id = i.tenant_id AND d.channel = i.channel AND d.address = i.recipient
                      AND o.channel_account_id = n.id) DESC NULLS LAST, n.id
         LIMIT 1) a ON true
      LEFT JOIN LATERAL (
        SELECT o.id, o.last_inbound_at FROM contact_addresses d
          JOIN conversations o ON o.contact_id = d.contact_id AND o.channel_account_id = a.account_id
         WHERE d.tenant_id = i.tenant_id AND d.channel = i.channel AND d.address = i.recipient AND i.conversation IS NULL
         LIMIT 1) c ON true
     ORDER BY i.tenant_id, i.ord
  LOOP
    IF v_tenant IS DISTINCT FROM item.tenant_id THEN
      IF v_spent > 0 THEN
        UPDATE tenants t SET balance = t.balance - v_spent WHERE t.id = v_tenant;
      END IF;
      v_tenant := item.tenant_id;
      v_spent := 0;
    END IF;
    ord := item.ord; message_id := NULL; conversation_id := item.found; peer := item.peer; account_id := item.account_id;
    external_id := item.external_id; account_name := item.name; account_number := item.number; credentials := item.credentials;
    answer := NULL; templates := NULL;

    IF item.idempotency_key IS NOT NULL THEN
      IF item.kept_at < item.happened_at - interval '24 hours' THEN
        DELETE FROM idempotency_keys k
          WHERE k.instance_id = item.instance_id AND k.action = 'send' AND k.key = item.idempotency_key;
      ELSIF item.kept_at IS NOT NULL THEN
        answer := item.kept_answer;
        outcome := CASE WHEN item.kept_hash <> decode(item.body_hash, 'hex') THEN 'mismatch'
                        WHEN item.kept_answer IS NULL THEN 'in_progress' ELSE 'replayed' END;
        RETURN NEXT; CONTINUE;
      END IF;
      IF item.instance_id || ' ' || item.idempotency_key = ANY (v_keys) THEN -- its twin is in this very batch
        outcome := 'in_progress'; RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    IF account_id IS NULL THEN
      outcome := CASE WHEN item.conversation IS NOT NULL AND item.found IS NULL THEN 'unknown_conversation'
                      WHEN item.sender IS NOT NULL AND EXISTS (
                        SELECT 1 FROM channel_accounts n
                         WHERE n.tenant_id = item.tenant_id AND n.channel = item.channel AND n.status = 'connected')
                      THEN 'invalid_from' ELSE 'not_connected' END;
      RETURN NEXT; CONTINUE;
    END IF;
    IF item.channel = 'wa' AND item.template IS NULL
       AND (item.last_inbound_at IS NULL OR item.last_inbound_at <= item.happened_at - interval '24 hours') THEN
      SELECT l.approved_names INTO templates FROM listed_templates l WHERE l.channel_account_id = item.account_id;
      outcome := 'window_closed'; RETURN NEXT; CONTINUE;
    END IF;
    IF item.balance IS NULL OR NOT item.active OR item.balance - v_spent < item.price THEN
      outcome := 'insufficient_balance'; RETURN NEXT; CONTINUE;
    END IF;

    v_spent := v_spent + item.price;
    IF conversation_id IS NULL THEN
      conversation_id := send_conversation(item.tenant_id, item.channel, account_id, peer, item.happened_at);
    END IF;
    message_id := nextval('messages_id_seq');
    IF item.idempotency_key IS NOT NULL THEN
      v_keys := v_keys || (item.instance_id || ' ' || item.idempotency_key);
    END IF;
    v_ords := v_ords || ord;
    v_messages := v_messages || message_id;
    v_conversations := v_conversations || conversation_id;
    v_accounts := v_accounts || account_id;
    v_peers := v_peers || peer;
    outcome := 'reserved'; RETURN NEXT;
  END LOOP;
  IF v_spent > 0 THEN
    UPDATE tenants t SET balance = t.balance - v_spent WHERE t.id = v_tenant;
  END IF;

  WITH reserved AS MATERIALIZED (
    SELECT r.message_id, r.conversation_id, r.account_id, r.peer, i.*
      FROM unnest(v_ords, v_messages, v_conversations, v_accounts, v_peers) AS r(ord, message_id, conversation_id, account_id, peer)
      JOIN jsonb_to_recordset(p_items) AS i(
        ord int, tenant_id int, instance_id text, origin text, channel text, text text, attachments jsonb, files jsonb, template jsonb,
        price numeric, happened_at timestamptz, settle_by timestamptz, idempotency_key text, body_hash text, reservation text)
        ON i.ord = r.ord
  ),
  written AS (
    INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                          attachments, template, extra, price, instance_id, settle_by, happened_at)
    SELECT message_id, tenant_id, conversation_id, account_id, channel, 'out', origin, 'sending', peer, text,
           attachments, template, jsonb_build_object('reservation', reservation), price, instance_id, settle_by, happened_at
      FROM reserved
  ),
  files AS (
    INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, source_url, mime_type, filename)
    SELECT f.id, r.tenant_id, r.message_id, r.account_id, f.type, f.source_url, f.mime_type, f.filename
      FROM reserved r, jsonb_to_recordset(r.files) AS f(id text, type text, source_url text, mime_type text, filename text)
     WHERE r.files <> '[]'
  ),
  paid AS (
    INSERT INTO credit_ledger (tenant_id, amount, kind, message_id)
    SELECT tenant_id, -price, 'reserve', message_id FROM reserved WHERE price > 0
  )
  INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, locked_until, created_at)
  SELECT instance_id, 'send', idempotency_key, decode(body_hash, 'hex'), message_id, settle_by, happened_at
    FROM reserved WHERE idempotency_key IS NOT NULL;
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

-- Stores what became of sends, once: a send that a receipt has confirmed, or the sweeper has ended, is left alone and not
-- among the rows answered. A refusal gives the credit back; with `release` its Idempotency-Key is free again. `event` is
-- the outbox row of message.sent, or null. The row with ord -1 tells the keys to wake.
CREATE FUNCTION send_settle(p_items jsonb)
RETURNS TABLE (ord int, instance_ids text[])
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_price numeric;
  v_messages bigint[] := '{}';
  v_statuses text[] := '{}';
  v_times timestamptz[] := '{}';
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
    UPDATE messages m
       SET status = item.status, error = item.error, conversation_id = item.conversation_id,
           provider_message_id = CASE WHEN EXISTS (
             SELECT 1 FROM messages o WHERE o.channel_account_id = m.channel_account_id AND o.provider_message_id = item.provider_message_id)
             THEN NULL ELSE item.provider_message_id END,
           -- Nobody works on it any more: the sweeper's wait counts from now.
           settle_by = CASE WHEN item.status = 'unknown' THEN item.happened_at ELSE m.settle_by END
     WHERE m.id = item.message_id AND m.tenant_id = item.tenant_id AND m.status IN ('sending', 'unknown')
    RETURNING m.price INTO v_price;
    IF NOT FOUND THEN
      CONTINUE;
    END IF;
    ord := item.ord; instance_ids := NULL; RETURN NEXT;
    IF item.answer IS NOT NULL THEN
      UPDATE idempotency_keys k SET answer = item.answer WHERE k.message_id = item.message_id AND k.answer IS NULL;
    ELSIF item.release THEN
      DELETE FROM idempotency_keys k WHERE k.message_id = item.message_id AND k.answer IS NULL;
    END IF;
    IF item.status <> 'unknown' THEN
      v_messages := v_messages || item.message_id;
      v_statuses := v_statuses || item.status;
      v_times := v_times || item.happened_at;
    END IF;
    IF item.status = 'failed' AND v_price > 0 THEN
      INSERT INTO credit_ledger (tenant_id, amount, kind, message_id) VALUES (item.tenant_id, v_price, 'refund', item.message_id);
      UPDATE tenants t SET balance = t.balance + v_price WHERE t.id = item.tenant_id;
    END IF;
    IF item.status = 'sent' AND item.event IS NOT NULL THEN
      v_events := v_events || item.event;
    END IF;
  END LOOP;
  INSERT INTO message_statuses (message_id, status, at)
  SELECT * FROM unnest(v_messages, v_statuses, v_times) ON CONFLICT DO NOTHING;

  -- A conversation that somebody else is writing to now is being moved to now by them: waiting for it could deadlock.
  UPDATE conversations c SET last_message_at = moved.at
    FROM (SELECT l.id, n.at FROM conversations l
            JOIN (SELECT (e ->> 'conversation_id')::int AS id, max((e ->> 'happened_at')::timestamptz) AS at
                    FROM jsonb_array_elements(p_items) e WHERE e ->> 'status' = 'sent' GROUP BY 1) n ON n.id = l.id
           WHERE l.last_message_at < n.at FOR NO KEY UPDATE OF l SKIP LOCKED) moved
   WHERE c.id = moved.id;

  IF v_events <> '[]' THEN
    ord := -1;
    SELECT array_agg(i) INTO instance_ids FROM outbox_append(v_events) i;
    RETURN NEXT;
  END IF;
END $$;
