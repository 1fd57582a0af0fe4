-- People's channels (fb, ig, tt): threads of the provider, echoes of what an account sends, receipts by watermark.

ALTER TABLE conversations
  -- The provider's own id of the conversation, where a send needs it (tt).
  ADD COLUMN provider_thread_id text,
  -- Everything sent up to these moments has been delivered, or read, as far as the provider told (fb, ig).
  ADD COLUMN delivered_until timestamptz(3),
  ADD COLUMN read_until timestamptz(3);

-- When the provider has it that a message was sent: watermarks are in the provider's time.
ALTER TABLE messages ADD COLUMN provider_at timestamptz(3);

-- Further ids that the provider has for one of our messages: a file and its text are two messages there.
CREATE TABLE message_parts (
  channel_account_id int NOT NULL,
  provider_message_id text NOT NULL,
  message_id bigint NOT NULL,
  PRIMARY KEY (channel_account_id, provider_message_id)
);
CREATE INDEX message_parts_message_id_idx ON message_parts (message_id);

-- What waits for a send of ours to be settled names it here.
ALTER TABLE pending_updates ADD COLUMN waits_for bigint;

-- What a watermark may still move, and the sends that an echo may be of.
CREATE INDEX messages_unread ON messages (conversation_id)
  WHERE direction = 'out' AND status IN ('sent', 'delivered') AND channel IN ('fb', 'ig');
CREATE INDEX messages_open ON messages (channel_account_id)
  WHERE status IN ('sending', 'unknown') AND channel IN ('fb', 'ig', 'tt');

-- Our message behind an id of the provider, its own or that of a part.
CREATE FUNCTION messaging_find(p_account int, p_provider_message_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT id FROM messages WHERE channel_account_id = p_account AND provider_message_id = p_provider_message_id
  UNION ALL
  SELECT message_id FROM message_parts WHERE channel_account_id = p_account AND provider_message_id = p_provider_message_id
  LIMIT 1
$$;

-- Two addresses turned out to be one person: the oldest contact keeps them.
CREATE OR REPLACE FUNCTION inbound_merge_contacts(p_kept int, p_others int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact_addresses SET contact_id = p_kept WHERE contact_id = ANY (p_others);
  UPDATE conversations kept
     SET last_inbound_at = greatest(kept.last_inbound_at, other.last_inbound_at),
         provider_thread_id = coalesce(kept.provider_thread_id, other.provider_thread_id),
         delivered_until = greatest(kept.delivered_until, other.delivered_until),
         read_until = greatest(kept.read_until, other.read_until)
    FROM conversations other
   WHERE kept.contact_id = p_kept AND other.contact_id = ANY (p_others)
     AND other.channel_account_id = kept.channel_account_id;
  UPDATE conversations other SET contact_id = p_kept
   WHERE other.id IN (SELECT min(id) FROM conversations WHERE contact_id = ANY (p_others) GROUP BY channel_account_id)
     AND NOT EXISTS (SELECT 1 FROM conversations kept
                      WHERE kept.contact_id = p_kept AND kept.channel_account_id = other.channel_account_id);
END $$;

-- Messages of customers, and those that the account sent elsewhere ('out'): from its phone, from its inbox at the provider.
-- outcome: stored | repeated
CREATE OR REPLACE FUNCTION inbound_store_messages(p_items jsonb)
RETURNS TABLE (ord int, outcome text, message_id bigint, conversation_id int, reply_to bigint, has_pending boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_contact int;
BEGIN
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, tenant_id int, channel text, channel_account_id int, direction text, origin text, status text,
      provider_message_id text, addresses text[], name text, username text, phone text, happened_at timestamptz,
      text text, attachments jsonb, files jsonb, extra jsonb, reply_to_provider_id text, thread_id text)
    -- A fixed order of locks over concurrent batches; within one person the order of arrival.
    ORDER BY i.channel_account_id, i.addresses[1], i.ord
  LOOP
    ord := item.ord;
    message_id := NULL; conversation_id := NULL; reply_to := NULL; has_pending := false;
    IF messaging_find(item.channel_account_id, item.provider_message_id) IS NOT NULL THEN
      outcome := 'repeated'; RETURN NEXT; CONTINUE;
    END IF;

    v_contact := inbound_contact(item.tenant_id, item.channel, item.addresses, item.name, item.username, item.phone);
    INSERT INTO conversations AS c (tenant_id, channel, channel_account_id, contact_id, peer, last_inbound_at, last_message_at,
                                    provider_thread_id)
    VALUES (item.tenant_id, item.channel, item.channel_account_id, v_contact, item.addresses[1],
            CASE WHEN item.direction = 'in' THEN item.happened_at END, item.happened_at, item.thread_id)
    ON CONFLICT (channel_account_id, contact_id) DO UPDATE
      SET last_inbound_at = greatest(c.last_inbound_at, excluded.last_inbound_at),
          last_message_at = greatest(c.last_message_at, excluded.last_message_at),
          -- The address that a person wrote from last is the one that reaches them.
          peer = CASE WHEN excluded.last_inbound_at >= coalesce(c.last_inbound_at, excluded.last_inbound_at)
                      THEN excluded.peer ELSE c.peer END,
          provider_thread_id = CASE WHEN excluded.last_message_at >= c.last_message_at
                                    THEN coalesce(excluded.provider_thread_id, c.provider_thread_id)
                                    ELSE coalesce(c.provider_thread_id, excluded.provider_thread_id) END,
          status = CASE WHEN item.direction = 'in' THEN 'open' ELSE c.status END
    RETURNING c.id INTO conversation_id;

    reply_to := messaging_find(item.channel_account_id, item.reply_to_provider_id);
    INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                          attachments, extra, reply_to_id, provider_message_id, happened_at)
    VALUES (item.tenant_id, conversation_id, item.channel_account_id, item.channel, item.direction, item.origin, item.status,
            item.addresses[1], item.text, item.attachments, item.extra, reply_to, item.provider_message_id, item.happened_at)
    ON CONFLICT (channel_account_id, provider_message_id) DO NOTHING
    RETURNING id INTO message_id;
    IF message_id IS NULL THEN
      outcome := 'repeated'; RETURN NEXT; CONTINUE;
    END IF;

    INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, provider_media_id, source_url, mime_type, filename, size)
    SELECT f.id, item.tenant_id, message_id, item.channel_account_id, f.type, f.provider_media_id, f.source_url, f.mime_type, f.filename, f.size
      FROM jsonb_to_recordset(item.files) AS f(id text, type text, provider_media_id text, source_url text, mime_type text, filename text, size bigint);
    IF item.direction = 'out' THEN
      INSERT INTO message_statuses (message_id, status, at) VALUES (message_id, item.status, item.happened_at);
    END IF;
    has_pending := EXISTS (SELECT 1 FROM pending_updates p
      WHERE p.channel_account_id = item.channel_account_id AND p.provider_message_id = item.provider_message_id);
    outcome := 'stored'; RETURN NEXT;
  END LOOP;
END $$;

-- Receipts move a sent message forward, never back and never twice (contract §6).
-- outcome: moved | repeated | unconfirmed (a send whose own answer is still open) | absent
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
      ord int, channel_account_id int, provider_message_id text, callback_id bigint, status text, happened_at timestamptz, error jsonb)
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
      outcome := 'repeated'; RETURN NEXT; CONTINUE;
    END IF;
    INSERT INTO message_statuses (message_id, status, at) VALUES (message_id, item.status, item.happened_at) ON CONFLICT DO NOTHING;
    UPDATE messages m SET status = item.status, receipt = item.status, error = coalesce(item.error, m.error)
     WHERE m.id = found_message.id;
    outcome := 'moved'; RETURN NEXT;
  END LOOP;
END $$;

-- Reactions on messages of either direction. The emoji '' marks when a person last took one back, so that an older
-- 'added' that arrives late stays without effect. outcome: changed | repeated | absent
CREATE OR REPLACE FUNCTION inbound_store_reactions(p_items jsonb)
RETURNS TABLE (ord int, outcome text, message_id bigint, conversation_id int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_message bigint;
  v_touched int;
BEGIN
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, channel_account_id int, provider_message_id text, sender text, emoji text, action text, single boolean, happened_at timestamptz)
    ORDER BY i.channel_account_id, i.provider_message_id, i.ord
  LOOP
    ord := item.ord;
    conversation_id := NULL;
    SELECT m.id, m.conversation_id INTO v_message, conversation_id FROM messages m
      WHERE m.id = messaging_find(item.channel_account_id, item.provider_message_id) FOR UPDATE;
    message_id := v_message;
    IF v_message IS NULL THEN
      outcome := 'absent'; RETURN NEXT; CONTINUE;
    END IF;
    v_touched := 0;
    PERFORM 1 FROM message_reactions r
      WHERE r.message_id = v_message AND r.sender = item.sender AND r.at > item.happened_at
        AND (item.single OR r.emoji IN ('', item.emoji));
    IF NOT FOUND AND item.action = 'added' THEN
      INSERT INTO message_reactions (message_id, sender, emoji, at) VALUES (v_message, item.sender, item.emoji, item.happened_at)
        ON CONFLICT DO NOTHING;
      GET DIAGNOSTICS v_touched = ROW_COUNT;
      IF v_touched > 0 AND item.single THEN -- one reaction a person: the new one replaces the old
        DELETE FROM message_reactions r WHERE r.message_id = v_message AND r.sender = item.sender AND r.emoji <> item.emoji;
      END IF;
    ELSIF NOT FOUND THEN
      DELETE FROM message_reactions r
        WHERE r.message_id = v_message AND r.sender = item.sender AND r.emoji <> ''
          AND (item.emoji IS NULL OR item.single OR r.emoji = item.emoji);
      GET DIAGNOSTICS v_touched = ROW_COUNT;
      INSERT INTO message_reactions AS r (message_id, sender, emoji, at) VALUES (v_message, item.sender, '', item.happened_at)
        ON CONFLICT (message_id, sender, emoji) DO UPDATE SET at = greatest(r.at, excluded.at);
    END IF;
    outcome := CASE WHEN v_touched > 0 THEN 'changed' ELSE 'repeated' END;
    RETURN NEXT;
  END LOOP;
END $$;

-- Whether what was sent, or one of its two messages at the provider, is what an echo holds.
CREATE FUNCTION inbound_is_part(p_text text, p_attachments jsonb, p_echo text, p_has_files boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_echo = '' THEN p_has_files AND p_attachments <> '[]'
              ELSE btrim(normalize(p_text), E' \t\r\n') = btrim(normalize(p_echo), E' \t\r\n') END
$$;

-- What the account itself sent, as the provider tells it: by us, or elsewhere. A send that is open is looked for before the
-- ids that are known: in this order a send that is being settled at this moment is seen by one of the two.
-- outcome: ours (and known) | confirms (an open send of ours: it is to be settled) | held (until `message_id` is settled) | foreign
CREATE FUNCTION inbound_weigh_echoes(p_items jsonb)
RETURNS TABLE (ord int, outcome text, message_id bigint, conversation_id int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  sent messages%ROWTYPE;
  v_found bigint;
  v_conversation int;
  v_claimed bigint[] := '{}';
  v_ours bigint[] := '{}';
  v_times timestamptz[] := '{}';
BEGIN
  FOR item IN
    SELECT * FROM jsonb_to_recordset(p_items) AS i(
      ord int, tenant_id int, channel text, channel_account_id int, provider_message_id text, addresses text[], callback_id bigint,
      may_be_ours boolean, text text, has_files boolean, happened_at timestamptz, now timestamptz)
    ORDER BY i.channel_account_id, i.ord
  LOOP
    ord := item.ord; outcome := 'foreign'; message_id := NULL; conversation_id := NULL;
    sent := NULL;
    IF item.callback_id IS NOT NULL THEN
      SELECT * INTO sent FROM messages m
        WHERE m.id = item.callback_id AND m.channel_account_id = item.channel_account_id AND m.direction = 'out';
    END IF;
    IF sent.id IS NULL AND item.may_be_ours THEN
      SELECT c.id INTO v_conversation FROM contact_addresses d
        JOIN conversations c ON c.contact_id = d.contact_id AND c.channel_account_id = item.channel_account_id
       WHERE d.tenant_id = item.tenant_id AND d.channel = item.channel AND d.address = ANY (item.addresses) LIMIT 1;
      -- The person behind a private reply to a comment may still be known by another address.
      SELECT * INTO sent FROM messages m
        WHERE m.channel_account_id = item.channel_account_id AND m.status IN ('sending', 'unknown') AND m.channel IN ('fb', 'ig', 'tt')
          AND m.id <> ALL (v_claimed) AND m.happened_at <= item.happened_at + interval '10 seconds'
          AND (m.conversation_id = v_conversation OR (m.extra ? 'comment_id' AND inbound_is_part(m.text, m.attachments, item.text, item.has_files)))
          AND (m.status = 'sending' OR m.settle_by >= item.now OR inbound_is_part(m.text, m.attachments, item.text, item.has_files))
        ORDER BY inbound_is_part(m.text, m.attachments, item.text, item.has_files) DESC, m.id LIMIT 1;
    END IF;

    v_found := messaging_find(item.channel_account_id, item.provider_message_id);
    IF v_found IS NOT NULL THEN
      SELECT m.conversation_id INTO conversation_id FROM messages m
        WHERE m.id = v_found AND m.direction = 'out' AND m.provider_message_id = item.provider_message_id AND m.provider_at IS NULL;
      IF FOUND THEN
        v_ours := v_ours || v_found;
        v_times := v_times || item.happened_at;
      END IF;
      outcome := 'ours'; message_id := v_found; RETURN NEXT; CONTINUE;
    END IF;
    IF sent.id IS NULL THEN
      IF item.may_be_ours AND NOT item.has_files THEN
        -- The text that followed a file of ours, whose own answer was lost.
        SELECT m.id INTO message_id FROM messages m
          WHERE m.id IN (SELECT n.id FROM messages n WHERE n.conversation_id = v_conversation ORDER BY n.id DESC LIMIT 20)
            AND m.direction = 'out' AND m.settle_by IS NOT NULL AND m.attachments <> '[]'
            AND (m.status IN ('sent', 'delivered', 'read') OR m.id = ANY (v_claimed))
            AND m.happened_at BETWEEN item.happened_at - interval '5 minutes' AND item.happened_at + interval '10 seconds'
            AND inbound_is_part(m.text, m.attachments, item.text, false)
            AND NOT EXISTS (SELECT 1 FROM message_parts p WHERE p.message_id = m.id)
          ORDER BY m.id LIMIT 1;
        IF message_id IS NOT NULL THEN
          INSERT INTO message_parts VALUES (item.channel_account_id, item.provider_message_id, message_id) ON CONFLICT DO NOTHING;
          outcome := 'ours';
        END IF;
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;

    message_id := sent.id;
    IF sent.status NOT IN ('sending', 'unknown') THEN -- named by our own id: a part of it
      INSERT INTO message_parts VALUES (item.channel_account_id, item.provider_message_id, sent.id) ON CONFLICT DO NOTHING;
      outcome := 'ours';
    ELSIF sent.id = ANY (v_claimed) THEN
      outcome := 'held';
    ELSIF sent.status = 'unknown' AND inbound_is_part(sent.text, sent.attachments, item.text, item.has_files) THEN
      outcome := 'confirms';
    ELSIF item.callback_id = sent.id AND (sent.status = 'unknown' OR sent.attachments = '[]' OR item.has_files) THEN
      outcome := 'confirms';
    ELSE
      outcome := 'held';
    END IF;
    IF outcome = 'confirms' THEN
      PERFORM 1 FROM messages m WHERE m.id = sent.id AND m.status IN ('sending', 'unknown') FOR UPDATE;
      IF NOT FOUND THEN -- it has just been settled: the next look tells how
        outcome := 'held'; RETURN NEXT; CONTINUE;
      END IF;
      v_claimed := v_claimed || sent.id;
      v_conversation := NULL;
      IF sent.extra ? 'comment_id' AND NOT sent.peer = ANY (item.addresses) THEN
        v_conversation := send_adopt_alias(item.tenant_id, item.channel, item.channel_account_id, sent.peer, item.addresses[1]);
      END IF;
      UPDATE messages m SET provider_at = item.happened_at, conversation_id = coalesce(v_conversation, m.conversation_id)
        WHERE m.id = sent.id RETURNING m.conversation_id INTO conversation_id;
    END IF;
    RETURN NEXT;
  END LOOP;
  -- Locked in one order, as everybody does who locks several.
  FOR item IN SELECT o.id, o.at FROM unnest(v_ours, v_times) AS o(id, at) ORDER BY o.id LOOP
    UPDATE messages m SET provider_at = item.at WHERE m.id = item.id AND m.provider_at IS NULL;
  END LOOP;
END $$;

-- Moves what a conversation has sent up to a moment forward, each message once (contract §6).
CREATE FUNCTION inbound_move_until(p_conversation int, p_status text, p_until timestamptz, p_at timestamptz)
RETURNS TABLE (message_id bigint, peer text, provider_message_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  sent record;
BEGIN
  FOR sent IN
    SELECT m.id, m.peer, m.provider_message_id FROM messages m
     WHERE m.conversation_id = p_conversation AND m.direction = 'out' AND m.status IN ('sent', 'delivered') AND m.channel IN ('fb', 'ig')
       AND m.status <> p_status AND coalesce(m.provider_at, m.happened_at) <= p_until
     ORDER BY m.id FOR UPDATE
  LOOP
    INSERT INTO message_statuses (message_id, status, at) VALUES (sent.id, p_status, p_at) ON CONFLICT DO NOTHING;
    UPDATE messages m SET status = p_status, receipt = p_status WHERE m.id = sent.id;
    message_id := sent.id; peer := sent.peer; provider_message_id := sent.provider_message_id; RETURN NEXT;
  END LOOP;
END $$;

-- Receipts by watermark: up to a moment (fb), or up to and with one message (ig). Without a status, those that a conversation
-- keeps are applied once more: a message of it has come late, or its time at the provider has.
-- outcome: applied (one row per element) | moved (one per message) | open (a send that may be meant is not settled yet)
--        | absent (the message it names is not here)
CREATE FUNCTION inbound_store_watermarks(p_items jsonb)
RETURNS TABLE (ord int, outcome text, status text, at timestamptz, message_id bigint, conversation_id int, peer text, provider_message_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  item record;
  mark record;
  sent record;
  v_conversation int;
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
      SELECT m.conversation_id, coalesce(m.provider_at, m.happened_at) INTO v_conversation, v_until FROM messages m
        WHERE m.id = messaging_find(item.channel_account_id, item.until_provider_id) AND m.status NOT IN ('sending', 'unknown');
      IF NOT FOUND THEN
        outcome := 'absent'; conversation_id := NULL; RETURN NEXT; CONTINUE;
      END IF;
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

-- Reserves credit, checks the window and writes the message, all or nothing per element.
-- outcome: reserved | replayed | in_progress | mismatch | unknown_conversation | invalid_from | not_connected
--        | window_closed | no_thread | insufficient_balance
CREATE OR REPLACE FUNCTION send_reserve(p_items jsonb)
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
    IF item.channel = 'tt' -- who never wrote has no thread that a message could go to
       AND NOT EXISTS (SELECT 1 FROM conversations o WHERE o.id = item.found AND o.provider_thread_id IS NOT NULL) THEN
      outcome := 'no_thread'; RETURN NEXT; CONTINUE;
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
        price numeric, happened_at timestamptz, settle_by timestamptz, idempotency_key text, body_hash text, reservation text, comment_id text)
        ON i.ord = r.ord
  ),
  written AS (
    INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                          attachments, template, extra, price, instance_id, settle_by, happened_at)
    SELECT message_id, tenant_id, conversation_id, account_id, channel, 'out', origin, 'sending', peer, text,
           attachments, template, jsonb_strip_nulls(jsonb_build_object('reservation', reservation, 'comment_id', comment_id)), price, instance_id, settle_by, happened_at
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

-- Stores what became of sends, once: a send that a receipt has confirmed, or the sweeper has ended, is left alone and not
-- among the rows answered. A refusal gives the credit back; with `release` its Idempotency-Key is free again. `event` is
-- the outbox row of message.sent, or null. The row with ord -1 tells the keys to wake.
CREATE OR REPLACE FUNCTION send_settle(p_items jsonb)
RETURNS TABLE (ord int, instance_ids text[])
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  item record;
  v_price numeric;
  v_account int;
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
      answer jsonb, release boolean, event jsonb, happened_at timestamptz, further_ids text[])
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
    RETURNING m.price, m.channel_account_id INTO v_price, v_account;
    IF NOT FOUND THEN
      CONTINUE;
    END IF;
    IF item.further_ids IS NOT NULL THEN
      INSERT INTO message_parts (channel_account_id, provider_message_id, message_id)
      SELECT v_account, p, item.message_id FROM unnest(item.further_ids) AS p ON CONFLICT DO NOTHING;
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
