import type { Camel } from '@parley/common/casing/camel';
import { CHANNELS } from '@parley/common/channels';
import type { ContactView } from '@parley/common/contracts/operator/erasures';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { z } from 'zod';

/** The stored form of a phone number; null when it is not a number. */
const phoneOf = (identifier: string): string | null => {
  const digits = identifier.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : null;
};

const find = defineStatement({
  name: 'inbox.find-contacts',
  text: `SELECT p.id, p.channel, p.name, p.username, p.phone,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address) AS addresses,
                p.created_at
           FROM contacts p
          WHERE p.tenant_id = $1 AND p.id > $5 AND p.id IN (
                  SELECT a.contact_id FROM contact_addresses a WHERE a.tenant_id = $1 AND a.address = ANY ($2)
                   UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND c.phone = $3
                   UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND lower(c.username) = lower($4))
          ORDER BY p.id LIMIT $6`,
  params: { tenantId: 'int4', addresses: 'text[]', phone: 'text?', username: 'text', after: 'int4', count: 'int8' },
  row: {
    id: 'int4',
    channel: oneOf(...CHANNELS),
    name: 'text?',
    username: 'text?',
    phone: 'text?',
    addresses: 'text[]!',
    createdAt: 'timestamptz',
  },
});

/** Contacts of a tenant that match an identifier exactly, in order of creation. */
export async function findContacts(
  sql: Sql,
  tenantId: number,
  { identifier, after, count }: { identifier: string; after: number; count: number },
): Promise<Camel<z.infer<typeof ContactView>>[]> {
  const phone = phoneOf(identifier);
  const contacts = await find.all(sql, {
    tenantId,
    addresses: [identifier, `comment:${identifier}`, ...(phone ? [phone] : [])],
    phone,
    username: identifier.replace(/^@/, ''),
    after,
    count: String(count),
  });
  return contacts.map(({ createdAt, ...contact }) => ({ ...contact, createdAt: createdAt.toISOString() }));
}
