import { at } from '@parley/common/at';
import { CHANNELS, Channel } from '@parley/common/channels';
import { SHOWN_ADDRESSES } from '@parley/common/contracts/operator/search-people';
import { ORIGINS } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { oneOf, type RowOf } from '@parley/database/statements/column';
import { LAST_ID } from '@parley/database/statements/list-cursor';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { queryOf } from './search-words.rules.ts';

/** The searched table: it has `tenant_id`, an ascending id, and `words` that include the tenant's number. */
interface Searched {
  table: string;
  id: string;
  /** SQL of the least id that the first step scans. */
  least: string;
  /** SQL of the number of rows that the first step scans at most: frequent words fill a page there. */
  newest: string;
}

/**
 * SQL of the two steps of a search for `$2`, each with the ids of the tenant `$1` that are below `$3`, newest first and
 * at most `$4`, as `page`. The first scans the newest rows, and stops at the last one of the page; there the tenant is
 * a range, so that only the index over both columns has the order. The second uses the index of the words, and reads no
 * other tenant's rows: it is for what the first does not fill.
 */
const twoSteps = ({ table, id, least, newest }: Searched) => ({
  amongNewest: `WITH page AS MATERIALIZED (
           SELECT n.id FROM (SELECT tenant_id, ${id} AS id, words FROM ${table}
                              WHERE (tenant_id, ${id}) < ($1, $3) AND (tenant_id, ${id}) >= ($1, ${least})
                              ORDER BY tenant_id DESC, ${id} DESC LIMIT ${newest}) n
            WHERE n.words @@ ($2::text)::tsquery ORDER BY n.tenant_id DESC, n.id DESC LIMIT $4)`,
  amongAll: `WITH found AS MATERIALIZED (
           SELECT ${id} AS id FROM ${table} WHERE words @@ ($2::text)::tsquery),
         page AS MATERIALIZED (SELECT id FROM found WHERE id < $3 ORDER BY id DESC LIMIT $4)`,
});

const HIT = {
  messageId: 'int8',
  conversationId: 'int4',
  channel: oneOf(...CHANNELS),
  name: 'text?',
  peer: 'text',
  direction: oneOf('in', 'out'),
  origin: oneOf('customer', ...ORIGINS),
  status: 'text',
  text: 'text!',
  at: 'timestamptz',
} as const;
export type StoredHit = RowOf<typeof HIT>;

/** The columns of a message `m` in a search result. */
const SHOWN = `m.id AS message_id, m.conversation_id, m.channel, p.name, c.peer, m.direction, m.origin, m.status,
         CASE WHEN m.revoked_at IS NULL THEN m.text ELSE '' END AS text, m.happened_at AS at`;
const JOINED = 'JOIN conversations c ON c.id = m.conversation_id JOIN contacts p ON p.id = c.contact_id';
/** The messages of `page`. */
const PAGE_SHOWN = `SELECT ${SHOWN} FROM page f JOIN messages m ON m.id = f.id AND m.tenant_id = $1 ${JOINED} ORDER BY m.id DESC`;
const PAGE = { tenantId: 'int4', query: 'text', before: 'int8', limit: 'int8' } as const;

const STEPS = twoSteps({ table: 'message_words', id: 'message_id', least: '$5', newest: '$6' });
/** Messages that the first step of every search scans. */
const NEWEST = '5000';

const findAmongNewest = defineStatement({
  name: 'inbox.search-newest',
  plan: 'index',
  text: `${STEPS.amongNewest}
         ${PAGE_SHOWN}`,
  params: { ...PAGE, least: 'int8', newest: 'int8' },
  row: HIT,
});

const findAmongAll = defineStatement({
  name: 'inbox.search-all',
  plan: 'index',
  text: `${STEPS.amongAll}
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: HIT,
});

/** Messages that a page of a frequent word examines (docs/reference/operator-api.md#search). */
const MAX_WALKED = 100_000;
/** More messages than this with the words: reading all of them takes longer than a walk. */
const FREQUENT = 100_000;

/**
 * How many messages have the rarest of the words, by PostgreSQL's statistics. They have the frequent words alone: any
 * other one counts as 0.
 */
const estimateHits = defineStatement({
  name: 'inbox.estimate-hits',
  text: `SELECT (SELECT reltuples FROM pg_class WHERE oid = 'message_words'::regclass) * min(found.share)::float8 AS hits
           FROM (SELECT coalesce(sum(e.share), 0) AS share
                   FROM unnest($2::text[]) s(word)
                   LEFT JOIN (SELECT u.lexeme, u.share
                                FROM pg_stats t, unnest(t.most_common_elems::text::text[], t.most_common_elem_freqs) u(lexeme, share)
                               WHERE t.schemaname = current_schema() AND t.tablename = 'message_words' AND t.attname = 'words') e
                     ON CASE WHEN length(s.word) > 1 THEN starts_with(e.lexeme, $1::int4 || ':' || s.word)
                             ELSE e.lexeme = $1::int4 || ':' || s.word END
                  GROUP BY s.word) found`,
  params: { tenantId: 'int4', sought: 'text[]' },
  row: { hits: 'float8?' },
});

const findLastWalked = defineStatement({
  name: 'inbox.find-last-walked',
  plan: 'index',
  text: `SELECT message_id FROM message_words WHERE (tenant_id, message_id) < ($1, $2) AND tenant_id >= $1
          ORDER BY tenant_id DESC, message_id DESC OFFSET $3 LIMIT 1`,
  params: { tenantId: 'int4', before: 'int8', skipped: 'int8' },
  row: { messageId: 'int8' },
});

const findById = defineStatement({
  name: 'inbox.find-message-by-id',
  text: `SELECT ${SHOWN}
           FROM (SELECT $2::int8 AS id
                  UNION
                 SELECT n.id FROM channel_accounts a JOIN messages n ON n.channel_account_id = a.id AND n.provider_message_id = $3
                  WHERE a.tenant_id = $1) f
           JOIN messages m ON m.id = f.id AND m.tenant_id = $1 ${JOINED}
          ORDER BY m.id DESC`,
  params: { tenantId: 'int4', messageId: 'int8?', providerMessageId: 'text' },
  row: HIT,
});

interface FoundHits {
  hits: StoredHit[];
  /** The last message that a page of a frequent word has examined; null: there is no older one, or the page is full. */
  walkedTo: string | null;
}

/**
 * Messages with the sought words, newest first, at most `limit`, older than `before`. A word that very many messages
 * have is looked for in some of them at a time, so that no search reads all.
 */
export async function findHits(
  sql: Sql,
  { tenantId, sought, before, limit }: { tenantId: number; sought: readonly string[]; before: string; limit: number },
  { mostWalked = MAX_WALKED, frequent = FREQUENT } = {},
): Promise<FoundHits> {
  const page = { tenantId, query: queryOf(tenantId, sought), before, limit: String(limit) };
  const newest = await findAmongNewest.all(sql, { ...page, least: '0', newest: NEWEST });
  if (newest.length === limit) return { hits: newest, walkedTo: null };
  const expected = at(await estimateHits.all(sql, { tenantId, sought: [...sought] }), 0).hits ?? 0;
  if (expected < frequent) return { hits: await findAmongAll.all(sql, page), walkedTo: null };
  // Found first: messages that arrive later do not move it.
  const last = await findLastWalked.first(sql, { tenantId, before, skipped: String(mostWalked - 1) });
  const hits = await findAmongNewest.all(sql, { ...page, least: last?.messageId ?? '0', newest: LAST_ID });
  return { hits, walkedTo: hits.length === limit ? null : (last?.messageId ?? null) };
}

/** The message with this id, ours or the platform's. */
export const findNamed = (
  sql: Sql,
  tenantId: number,
  named: { messageId: string | null; providerMessageId: string },
): Promise<StoredHit[]> => findById.all(sql, { tenantId, ...named });

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
const PEOPLE_SHOWN = `
         SELECT p.id AS contact_id, p.channel, p.name, p.username,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address LIMIT ${SHOWN_ADDRESSES}) AS addresses,
                c.id AS conversation_id, c.last_message_at
           FROM page f JOIN contacts p ON p.id = f.id AND p.tenant_id = $1
           LEFT JOIN LATERAL (SELECT e.id, e.last_message_at FROM conversations e WHERE e.contact_id = p.id AND e.tenant_id = $1
                               ORDER BY e.last_message_at DESC LIMIT 1) c ON true
          ORDER BY p.id DESC`;
const PEOPLE_PAGE = { tenantId: 'int4', query: 'text', before: 'int4', limit: 'int8' } as const;

const PEOPLE_STEPS = twoSteps({ table: 'contacts', id: 'id', least: '0', newest: '10000' });
/** Larger than any row id. */
const LAST_ROW = 2_147_483_647;

const findPeopleAmongNewest = defineStatement({
  name: 'inbox.search-newest-people',
  plan: 'index',
  text: `${PEOPLE_STEPS.amongNewest}
         ${PEOPLE_SHOWN}`,
  params: PEOPLE_PAGE,
  row: PERSON,
});

const findPeopleAmongAll = defineStatement({
  name: 'inbox.search-all-people',
  plan: 'index',
  text: `${PEOPLE_STEPS.amongAll}
         ${PEOPLE_SHOWN}`,
  params: PEOPLE_PAGE,
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
  const page = { ...given, before: given.before ?? LAST_ROW, limit: String(given.limit) };
  const newest = await findPeopleAmongNewest.all(sql, page);
  return newest.length === given.limit ? newest : findPeopleAmongAll.all(sql, page);
}
