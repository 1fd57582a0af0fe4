import { CHANNELS, Channel } from '@parley/common/channels';
import { SHOWN_ADDRESSES } from '@parley/common/contracts/operator/search-people';
import { oneOf, type RowOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { twoSteps } from './two-step-search.ts';

const PERSON = {
  contactId: 'int4',
  channel: oneOf(...CHANNELS),
  name: 'text?',
  username: 'text?',
  addresses: 'text[]!',
  conversationId: 'int4?',
  lastMessageAt: 'timestamptz?',
} as const;
export type FoundPerson = RowOf<typeof PERSON>;

/** The people of `page`, each with their newest conversation. */
const PAGE_SHOWN = `
         SELECT p.id AS contact_id, p.channel, p.name, p.username,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address LIMIT ${SHOWN_ADDRESSES}) AS addresses,
                c.id AS conversation_id, c.last_message_at
           FROM page f JOIN contacts p ON p.id = f.id AND p.tenant_id = $1
           LEFT JOIN LATERAL (SELECT e.id, e.last_message_at FROM conversations e WHERE e.contact_id = p.id AND e.tenant_id = $1
                               ORDER BY e.last_message_at DESC LIMIT 1) c ON true
          ORDER BY p.id DESC`;
const PAGE = { tenantId: 'int4', query: 'text', before: 'int4', limit: 'int8' } as const;

const STEPS = twoSteps({ table: 'contacts', id: 'id', least: '0', newest: '10000' });
/** Larger than any row id. */
const LAST_ID = 2_147_483_647;

const findAmongNewest = defineStatement({
  name: 'inbox.search-newest-people',
  plan: 'index',
  text: `${STEPS.amongNewest}
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: PERSON,
});

const findAmongAll = defineStatement({
  name: 'inbox.search-all-people',
  plan: 'index',
  text: `${STEPS.amongAll}
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: PERSON,
});

/** The person of a conversation of the tenant, or null. */
export async function findByConversation(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  id: number,
): Promise<FoundPerson | null> {
  const addresses = { select: { address: true }, orderBy: { address: 'asc' }, take: SHOWN_ADDRESSES } as const;
  const found = await prisma.conversation.findFirst({
    where: { tenantId, id },
    select: {
      lastMessageAt: true,
      contact: { select: { id: true, channel: true, name: true, username: true, addresses } },
    },
  });
  if (!found) return null;
  const { id: contactId, channel, name, username } = found.contact;
  return {
    contactId,
    channel: Channel.parse(channel),
    name,
    username,
    addresses: found.contact.addresses.map(({ address }) => address),
    conversationId: id,
    lastMessageAt: found.lastMessageAt,
  };
}

/** Newest first, at most `limit`, older than `before`. */
export async function findPeople(
  sql: Sql,
  given: { tenantId: number; query: string; before: number | null; limit: number },
): Promise<FoundPerson[]> {
  const page = { ...given, before: given.before ?? LAST_ID, limit: String(given.limit) };
  const newest = await findAmongNewest.all(sql, page);
  return newest.length === given.limit ? newest : findAmongAll.all(sql, page);
}
