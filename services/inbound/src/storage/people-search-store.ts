import { CHANNELS, Channel } from '@parley/common/channels';
import { SHOWN_ADDRESSES } from '@parley/common/contracts/operator/search-people';
import { oneOf, type RowOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

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

/** How many of the newest people are looked through one by one: a name that many people have fills a page there. */
const NEWEST = 10_000;
/** Above the id of any row. */
const LAST_ID = 2_147_483_647;

/** Stops at the last one of the page. The tenant is a range, so that only the index over both columns has the order. */
const findAmongNewest = defineStatement({
  name: 'inbound.search-newest-people',
  text: `WITH page AS MATERIALIZED (
           SELECT n.id FROM (SELECT tenant_id, id, words FROM contacts
                              WHERE (tenant_id, id) < ($1, $3) AND tenant_id >= $1 ORDER BY tenant_id DESC, id DESC LIMIT ${NEWEST}) n
            WHERE n.words @@ ($2::text)::tsquery ORDER BY n.tenant_id DESC, n.id DESC LIMIT $4)
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: PERSON,
});

/** By the index of the words. They hold the tenant's number, so that it reads no other tenant's. */
const findAmongAll = defineStatement({
  name: 'inbound.search-all-people',
  text: `WITH found AS MATERIALIZED (
           SELECT id FROM contacts WHERE words @@ ($2::text)::tsquery),
         page AS MATERIALIZED (SELECT id FROM found WHERE id < $3 ORDER BY id DESC LIMIT $4)
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: PERSON,
});

/** Whom a conversation of the tenant is with. */
async function findByConversation(
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

/** Searches of people. */
export const makePeopleSearchStore = (sql: Sql & Pick<PrismaDatabase, 'prisma'>) => ({
  /** Newest first, at most `limit`, older than `before`. */
  async find(given: { tenantId: number; query: string; before: number | null; limit: number }): Promise<FoundPerson[]> {
    const page = { ...given, before: given.before ?? LAST_ID, limit: String(given.limit) };
    const newest = await findAmongNewest.all(sql, page);
    return newest.length === given.limit ? newest : findAmongAll.all(sql, page);
  },
  findByConversation: (tenantId: number, id: number) => findByConversation(sql, tenantId, id),
});

export type PeopleSearchStore = ReturnType<typeof makePeopleSearchStore>;
