import type { Sql } from '@parley/prisma/sql';

/** Who wrote, by what a webhook says. */
export interface ContactKey {
  tenantId: number;
  channel: string;
  address: string;
}

export interface ContactName {
  name: string | null;
  username: string | null;
}

/** Whether a contact is known by neither name nor username. */
export async function isNameless(sql: Sql, { tenantId, channel, address }: ContactKey): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'inbound-is-nameless',
    text: `SELECT 1 FROM contact_addresses d JOIN contacts c ON c.id = d.contact_id
            WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $3 AND c.name IS NULL AND c.username IS NULL`,
    values: [tenantId, channel, address],
  });
  return rowCount > 0;
}

/** Keeps what a profile tells of a contact; what is known already stays. */
export async function storeName(
  sql: Sql,
  { tenantId, channel, address }: ContactKey,
  { name, username }: ContactName,
): Promise<void> {
  await sql.query({
    name: 'inbound-store-name',
    text: `UPDATE contacts c SET name = coalesce(c.name, $4), username = coalesce(c.username, $5)
             FROM contact_addresses d
            WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $3 AND c.id = d.contact_id`,
    values: [tenantId, channel, address, name, username],
  });
}

/** Names of the people behind conversations, by conversation. */
export async function findNames(sql: Sql, conversationIds: readonly number[]): Promise<Map<number, ContactName>> {
  if (conversationIds.length === 0) return new Map();
  const { rows } = await sql.query<ContactName & { id: number }>({
    name: 'inbound-find-names',
    text: `SELECT v.id, c.name, c.username FROM conversations v JOIN contacts c ON c.id = v.contact_id WHERE v.id = ANY ($1)`,
    values: [conversationIds],
  });
  return new Map(rows.map(({ id, name, username }) => [id, { name, username }]));
}
