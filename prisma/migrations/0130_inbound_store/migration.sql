-- What services/inbound stores, one call per batch. Every function takes a JSON array, works through it in order and
-- answers one row per element; de-duplication is by unique keys inside the transaction, never by looking first alone.

-- Lets a message wait for its early receipts cheaply.
CREATE INDEX pending_updates_created_at ON pending_updates (created_at);

-- The furthest receipt told of a sent message. `status` alone can't say it: the provider's acceptance makes it 'sent'
-- before any receipt, and the receipt 'sent' is an event of its own (source §6: wa reports all three).
ALTER TABLE messages ADD COLUMN receipt text;

-- Two addresses turned out to be one person: the oldest contact keeps them.
CREATE FUNCTION inbound_merge_contacts(p_kept int, p_others int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact_addresses SET contact_id = p_kept WHERE contact_id = ANY (p_others);
  UPDATE conversations kept
     SET last_inbound_at = greatest(kept.last_inbound_at, other.last_inbound_at)
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

-- Messages of customers, and those that a linked phone sent ('out').
-- outcome: stored | repeated
CREATE FUNCTION inbound_store_messages(p_items jsonb)
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
      text text, attachments jsonb, files jsonb, extra jsonb, reply_to_provider_id text)
    -- A fixed order of locks over concurrent batches; within one person the order of arrival.
    ORDER BY i.channel_account_id, i.addresses[1], i.ord
  LOOP
    ord := item.ord;
    message_id := NULL; conversation_id := NULL; reply_to := NULL; has_pending := false;
    PERFORM 1 FROM messages m
      WHERE m.channel_account_id = item.channel_account_id AND m.provider_message_id = item.provider_message_id;
    IF FOUND THEN
      outcome := 'repeated'; RETURN NEXT; CONTINUE;
    END IF;

    v_contact := inbound_contact(item.tenant_id, item.channel, item.addresses, item.name, item.username, item.phone);
    INSERT INTO conversations AS c (tenant_id, channel, channel_account_id, contact_id, peer, last_inbound_at, last_message_at)
    VALUES (item.tenant_id, item.channel, item.channel_account_id, v_contact, item.addresses[1],
            CASE WHEN item.direction = 'in' THEN item.happened_at END, item.happened_at)
    ON CONFLICT (channel_account_id, contact_id) DO UPDATE
      SET last_inbound_at = greatest(c.last_inbound_at, excluded.last_inbound_at),
          last_message_at = greatest(c.last_message_at, excluded.last_message_at),
          -- The address that a person wrote from last is the one that reaches them.
          peer = CASE WHEN excluded.last_inbound_at >= coalesce(c.last_inbound_at, excluded.last_inbound_at)
                      THEN excluded.peer ELSE c.peer END,
          status = CASE WHEN item.direction = 'in' THEN 'open' ELSE c.status END
    RETURNING c.id INTO conversation_id;

    SELECT m.id INTO reply_to FROM messages m
      WHERE m.channel_account_id = item.channel_account_id AND m.provider_message_id = item.reply_to_provider_id;
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
CREATE FUNCTION inbound_store_receipts(p_items jsonb)
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
CREATE FUNCTION inbound_store_reactions(p_items jsonb)
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
      WHERE m.channel_account_id = item.channel_account_id AND m.provider_message_id = item.provider_message_id FOR UPDATE;
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

-- The same person at a new address, which later sends go to; false when nothing changed.
CREATE FUNCTION inbound_change_address(p_tenant int, p_channel text, p_previous text, p_new text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_contact int;
  v_before int;
  v_moved int;
BEGIN
  SELECT contact_id INTO v_before FROM contact_addresses
   WHERE tenant_id = p_tenant AND channel = p_channel AND address = p_new;
  PERFORM 1 FROM contact_addresses WHERE tenant_id = p_tenant AND channel = p_channel AND address = p_previous;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  v_contact := inbound_contact(p_tenant, p_channel, ARRAY[p_previous, p_new], NULL, NULL, NULL);
  UPDATE conversations SET peer = p_new WHERE contact_id = v_contact AND peer = p_previous;
  GET DIAGNOSTICS v_moved = ROW_COUNT;
  RETURN v_moved > 0 OR v_before IS DISTINCT FROM v_contact;
END $$;

-- Operators list conversations by their newest activity.
CREATE INDEX conversations_activity ON conversations (tenant_id, last_message_at DESC, id DESC);

-- Provider webhooks name accounts by channel and id.
CREATE INDEX channel_accounts_webhook_name ON channel_accounts ((channel || ':' || external_id)) WHERE status = 'connected';
