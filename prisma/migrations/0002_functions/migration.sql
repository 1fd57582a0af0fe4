-- Functions that services still call, each until its statements and decisions stand in TypeScript (docs/adr/0005).

-- Our message behind an id of the provider, its own or that of a part.
CREATE FUNCTION messaging_find(p_account int, p_provider_message_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT id FROM messages WHERE channel_account_id = p_account AND provider_message_id = p_provider_message_id
  UNION ALL
  SELECT message_id FROM message_parts WHERE channel_account_id = p_account AND provider_message_id = p_provider_message_id
  LIMIT 1
$$;

-- Two addresses turned out to be one person: the oldest contact keeps them.
CREATE FUNCTION inbound_merge_contacts(p_kept int, p_others int[]) RETURNS void LANGUAGE plpgsql AS $$
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

-- The contact behind any of these addresses, made when nobody is; the first address is the one to write to.
CREATE FUNCTION inbound_contact(p_tenant int, p_channel text, p_addresses text[], p_name text, p_username text, p_phone text)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_contact int;
  v_found int[];
BEGIN
  SELECT array_agg(DISTINCT contact_id ORDER BY contact_id) INTO v_found
    FROM contact_addresses
   WHERE tenant_id = p_tenant AND channel = p_channel AND address = ANY (p_addresses);
  IF v_found IS NULL THEN
    INSERT INTO contacts (tenant_id, channel, name, username, phone)
    VALUES (p_tenant, p_channel, p_name, p_username, p_phone) RETURNING id INTO v_contact;
    INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
    VALUES (p_tenant, p_channel, p_addresses[1], v_contact) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN -- another transaction made it in the meantime, and has committed
      DELETE FROM contacts WHERE id = v_contact;
      SELECT contact_id INTO STRICT v_contact FROM contact_addresses
       WHERE tenant_id = p_tenant AND channel = p_channel AND address = p_addresses[1];
    END IF;
  ELSE
    v_contact := v_found[1];
    IF cardinality(v_found) > 1 THEN
      PERFORM inbound_merge_contacts(v_contact, v_found[2:]);
    END IF;
    UPDATE contacts
       SET name = coalesce(p_name, name), username = coalesce(p_username, username), phone = coalesce(p_phone, phone)
     WHERE id = v_contact
       AND (name, username, phone)
           IS DISTINCT FROM (coalesce(p_name, name), coalesce(p_username, username), coalesce(p_phone, phone));
  END IF;
  IF cardinality(p_addresses) > 1 THEN
    INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
    SELECT p_tenant, p_channel, a, v_contact FROM unnest(p_addresses) AS a ON CONFLICT DO NOTHING;
  END IF;
  RETURN v_contact;
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
