import { Channel } from '@parley/common/channels';
import type { ContactView } from '@parley/common/contracts/operator/erasures';
import type { Sql } from '@parley/prisma/sql';
import type { z } from 'zod';

interface ContactRow {
  id: number;
  channel: string;
  name: string | null;
  username: string | null;
  phone: string | null;
  addresses: string[];
  created_at: Date;
}

/** A phone number as it is stored, whatever it is written with; null for what is none. */
const phoneOf = (identifier: string): string | null => {
  const digits = identifier.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : null;
};

/** Contacts of a tenant that an identifier names exactly, in the order of their making. */
export async function findContacts(
  sql: Sql,
  tenantId: number,
  { identifier, after, count }: { identifier: string; after: number; count: number },
): Promise<z.infer<typeof ContactView>[]> {
  const phone = phoneOf(identifier);
  const addresses = [identifier, `comment:${identifier}`, ...(phone ? [phone] : [])];
  const { rows } = await sql.query<ContactRow>({
    text: `SELECT p.id, p.channel, p.name, p.username, p.phone, p.created_at,
                  ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address) AS addresses
             FROM contacts p
            WHERE p.tenant_id = $1 AND p.id > $5 AND p.id IN (
                    SELECT a.contact_id FROM contact_addresses a WHERE a.tenant_id = $1 AND a.address = ANY ($2)
                     UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND c.phone = $3
                     UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND lower(c.username) = lower($4))
            ORDER BY p.id LIMIT $6`,
    values: [tenantId, addresses, phone, identifier.replace(/^@/, ''), after, count],
  });
  return rows.map((row) => ({ ...row, channel: Channel.parse(row.channel), created_at: row.created_at.toISOString() }));
}
