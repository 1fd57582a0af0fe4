import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';

const ADDRESSES = { tenantId: 'int4', channel: 'text', address: 'text' } as const;

/** Locks the contacts of addresses, in the order of their ids. Every transaction that adds, moves or renames takes these locks. */
export const lockContacts = defineBatchStatement({
  name: 'people.lock-contacts',
  plan: 'index',
  text: `SELECT p.id FROM contacts p
          WHERE p.id = ANY (ARRAY(
            SELECT a.contact_id FROM unnest($1::int4[], $2::text[], $3::text[]) AS w(tenant_id, channel, address)
              JOIN contact_addresses a ON a.tenant_id = w.tenant_id AND a.channel = w.channel AND a.address = w.address))
          ORDER BY p.id FOR NO KEY UPDATE`,
  items: ADDRESSES,
  row: { id: 'int4' },
});

/**
 * The contacts of addresses. Runs in its own statement after {@link lockContacts}, because a statement sees one
 * snapshot.
 */
export const findAddresses = defineBatchStatement({
  name: 'people.find-addresses',
  plan: 'index',
  text: `SELECT a.tenant_id, a.channel, a.address, a.contact_id, p.name, p.username, p.phone
           FROM unnest($1::int4[], $2::text[], $3::text[]) AS w(tenant_id, channel, address)
           JOIN contact_addresses a ON a.tenant_id = w.tenant_id AND a.channel = w.channel AND a.address = w.address
           JOIN contacts p ON p.id = a.contact_id`,
  items: ADDRESSES,
  row: {
    tenantId: 'int4',
    channel: 'text',
    address: 'text',
    contactId: 'int4',
    name: 'text?',
    username: 'text?',
    phone: 'text?',
  },
});

export const insertContacts = defineBatchStatement({
  name: 'people.insert-contacts',
  plan: 'index',
  text: `INSERT INTO contacts (tenant_id, channel, name, username, phone)
         SELECT tenant_id, channel, name, username, phone
           FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[])
             WITH ORDINALITY AS w(tenant_id, channel, name, username, phone, ord)
          ORDER BY ord
         RETURNING id`,
  items: { tenantId: 'int4', channel: 'text', name: 'text?', username: 'text?', phone: 'text?' },
  row: { id: 'int4' },
});

/**
 * Waits for a transaction that adds the same address; if that one commits, the address is not returned here. A change
 * of a name or an address deletes the contact's search lexemes, so that they are computed again.
 */
export const insertAddresses = defineBatchStatement({
  name: 'people.insert-addresses',
  plan: 'index',
  text: `WITH added AS (
           INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
           SELECT * FROM unnest($1::int4[], $2::text[], $3::text[], $4::int4[]) AS w(tenant_id, channel, address, contact_id)
            ORDER BY tenant_id, channel, address
           ON CONFLICT DO NOTHING
           RETURNING contact_id),
         stale AS (UPDATE contacts p SET words = NULL FROM added WHERE p.id = added.contact_id AND p.words IS NOT NULL)
         SELECT contact_id FROM added`,
  items: { ...ADDRESSES, contactId: 'int4' },
  row: { contactId: 'int4' },
});

export const renameContacts = defineBatchStatement({
  name: 'people.rename-contacts',
  plan: 'index',
  text: `UPDATE contacts p SET name = w.name, username = w.username, phone = w.phone, words = NULL
           FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[]) AS w(id, name, username, phone)
          WHERE p.id = w.id`,
  items: { id: 'int4', name: 'text?', username: 'text?', phone: 'text?' },
});

export const moveAddresses = defineBatchStatement({
  name: 'people.move-addresses',
  plan: 'index',
  text: `WITH w AS (SELECT * FROM unnest($1::int4[], $2::int4[]) AS w(kept_id, merged_id)),
              stale AS (UPDATE contacts p SET words = NULL FROM w WHERE p.id = w.kept_id)
         UPDATE contact_addresses a SET contact_id = w.kept_id FROM w WHERE a.contact_id = w.merged_id`,
  items: { keptId: 'int4', mergedId: 'int4' },
});

export const deleteContacts = defineStatement({
  name: 'people.delete-contacts',
  plan: 'index',
  text: 'DELETE FROM contacts WHERE id = ANY ($1)',
  params: { ids: 'int4[]' },
});
