import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';

/** The sender, as identified by a webhook. */
export interface ContactKey {
  tenantId: number;
  channel: string;
  address: string;
}

export interface ContactName {
  name: string | null;
  username: string | null;
}

const KEY = { tenantId: 'int4', channel: 'text', address: 'text' } as const;

/** Whether a contact has neither name nor username. */
export async function isNameless({ prisma }: Pick<PrismaDatabase, 'prisma'>, contact: ContactKey): Promise<boolean> {
  const { tenantId, channel, address } = contact;
  const where = { tenantId, channel, address, contact: { name: null, username: null } };
  return (await prisma.contactAddress.findFirst({ where, select: { contactId: true } })) !== null;
}

const updateName = defineStatement({
  name: 'inbound.store-name',
  plan: 'index',
  text: `UPDATE contacts c SET name = coalesce(c.name, $4), username = coalesce(c.username, $5), words = NULL
           FROM contact_addresses d
          WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $3 AND c.id = d.contact_id`,
  params: { ...KEY, name: 'text?', username: 'text?' },
});

/** Stores a contact's profile; known values are kept. */
export async function storeName(sql: Sql, contact: ContactKey, { name, username }: ContactName): Promise<void> {
  await updateName.run(sql, { ...contact, name, username });
}

const namesOf = defineStatement({
  name: 'inbound.find-names',
  plan: 'index',
  text: `SELECT v.id, c.name, c.username FROM conversations v JOIN contacts c ON c.id = v.contact_id
          WHERE v.id = ANY ($1)`,
  params: { conversationIds: 'int4[]' },
  row: { id: 'int4', name: 'text?', username: 'text?' },
});

/** Names of the people behind conversations, by conversation. */
export async function findNames(sql: Sql, conversationIds: readonly number[]): Promise<Map<number, ContactName>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await namesOf.all(sql, { conversationIds: [...conversationIds] });
  return new Map(rows.map(({ id, name, username }) => [id, { name, username }]));
}
