-- Functions that services still call, each until its statements and decisions stand in TypeScript (docs/adr/0005).

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
