import { CHANNELS } from '@parley/common/channels';
import { SHOWN_ADDRESSES } from '@parley/common/contracts/operator/search-people';
import { oneOf, type RowOf } from '@parley/database/column';
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

/** A contact `p` as a search shows it. */
const SHOWN = `p.id AS contact_id, p.channel, p.name, p.username,
         ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address LIMIT ${SHOWN_ADDRESSES}) AS addresses`;

/** By the index of the words. They hold the tenant's number, so that it reads no other tenant's. */
const findPeople = defineStatement({
  name: 'inbound.search-people',
  text: `WITH found AS MATERIALIZED (
           SELECT id FROM contacts WHERE words @@ ($2::text)::tsquery),
         page AS MATERIALIZED (SELECT id FROM found WHERE $3::int4 IS NULL OR id < $3 ORDER BY id DESC LIMIT $4)
         SELECT ${SHOWN}, c.id AS conversation_id, c.last_message_at
           FROM page f JOIN contacts p ON p.id = f.id AND p.tenant_id = $1
           LEFT JOIN LATERAL (SELECT e.id, e.last_message_at FROM conversations e WHERE e.contact_id = p.id AND e.tenant_id = $1
                               ORDER BY e.last_message_at DESC LIMIT 1) c ON true
          ORDER BY p.id DESC`,
  params: { tenantId: 'int4', query: 'text', before: 'int4?', limit: 'int8' },
  row: PERSON,
});

const findByConversation = defineStatement({
  name: 'inbound.find-person-by-conversation',
  text: `SELECT ${SHOWN}, c.id AS conversation_id, c.last_message_at
           FROM conversations c JOIN contacts p ON p.id = c.contact_id WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: PERSON,
});

/** Searches of people. */
export const makePeopleSearchStore = (sql: Sql) => ({
  /** Newest first, at most `limit`, older than `before`. */
  find: (given: { tenantId: number; query: string; before: number | null; limit: number }) =>
    findPeople.all(sql, { ...given, limit: String(given.limit) }),
  /** Whom a conversation is with. */
  findByConversation: (tenantId: number, id: number) => findByConversation.all(sql, { tenantId, id }),
});

export type PeopleSearchStore = ReturnType<typeof makePeopleSearchStore>;
