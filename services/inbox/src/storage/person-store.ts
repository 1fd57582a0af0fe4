import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ShownPerson } from '../domain/show-conversation.ts';
import { CONVERSATION, JOINED, VIEWED } from './conversation-view.ts';

/**
 * The same number is the same person on every channel; a platform's id is only valid on that platform. LIMIT makes the
 * look-up use its index.
 */
const listOfPerson = defineStatement({
  name: 'inbox.conversations-of-person',
  text: `SELECT ${VIEWED}
           FROM (SELECT $2::int4 AS contact_id UNION
                 SELECT a.contact_id FROM contact_addresses a
                  WHERE a.tenant_id = $1 AND a.channel IN ('wa', 'wd') AND a.address = ANY ($3)) w
          CROSS JOIN LATERAL (
            SELECT * FROM conversations e WHERE e.contact_id = w.contact_id AND e.tenant_id = $1
             ORDER BY e.last_message_at DESC LIMIT 100) c ${JOINED}
          ORDER BY c.last_message_at DESC, c.id DESC LIMIT 100`,
  params: { tenantId: 'int4', contactId: 'int4', numbers: 'text[]' },
  row: CONVERSATION,
});

/** The person of a conversation of the tenant, with all their conversations; or null. */
export async function findPersonOf(
  database: Sql & Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  id: number,
): Promise<ShownPerson | null> {
  const found = await database.prisma.conversation.findFirst({
    where: { tenantId, id },
    select: {
      contact: {
        select: {
          id: true,
          name: true,
          username: true,
          phone: true,
          addresses: { select: { address: true }, orderBy: { address: 'asc' } },
        },
      },
    },
  });
  if (!found) return null;
  const { id: contactId, name, username, phone } = found.contact;
  const addresses = found.contact.addresses.map(({ address }) => address);
  const numbers = addresses.filter((address) => address.startsWith('+'));
  const conversations = await listOfPerson.all(database, { tenantId, contactId, numbers });
  return { name, username, phone, addresses, conversations };
}
