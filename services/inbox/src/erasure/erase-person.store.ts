import { at } from '@parley/common/at';
import { CHANNELS } from '@parley/common/channels';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { openQuarantined } from '@parley/messaging/quarantine';
import { type ErasedRows, IS_UNDER_WAY, removeContacts, removeEmpty, removeMessages } from './erase.store.ts';

const BATCH = 500;

/** The addresses in the providers' spellings: without the mark of comments, with and without the plus of a number. */
const spellingsOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses
      .map((address) => address.replace(/^comment:/, ''))
      .flatMap((address) => (address.startsWith('+') ? [address, address.slice(1)] : [address])),
  ),
];

/** The addresses as they appear in JSON text. */
const needlesOf = (addresses: readonly string[]): string[] =>
  spellingsOf(addresses).map((address) => JSON.stringify(address));

const CONTAINS = (text: string, needles: string): string =>
  `EXISTS (SELECT 1 FROM unnest(${needles}::text[]) AS needle WHERE strpos(${text}, needle) > 0)`;

const findPerson = defineStatement({
  name: 'inbox.find-person',
  text: `WITH given AS (SELECT id, channel FROM contacts WHERE tenant_id = $1 AND id = $2),
              own AS (SELECT a.address FROM contact_addresses a JOIN given ON a.contact_id = given.id),
              spelled AS (SELECT address FROM own
                           UNION SELECT 'comment:' || address FROM own WHERE address NOT LIKE 'comment:%'
                           UNION SELECT substr(address, 9) FROM own WHERE address LIKE 'comment:%'),
              people AS (SELECT id FROM given
                          UNION SELECT a.contact_id FROM contact_addresses a, given
                                 WHERE a.tenant_id = $1 AND a.channel = given.channel
                                   AND a.address IN (SELECT address FROM spelled)),
              known AS (SELECT a.address FROM contact_addresses a WHERE a.contact_id IN (SELECT id FROM people)),
              locked_conversations AS (SELECT c.id FROM conversations c WHERE c.contact_id IN (SELECT id FROM people)
                         UNION SELECT c.id FROM conversations c, given
                                WHERE c.tenant_id = $1 AND c.channel = given.channel
                                  AND c.peer IN (SELECT regexp_replace(address, '^comment:', '') FROM known)
                                  AND NOT EXISTS (SELECT 1 FROM contact_addresses a WHERE a.contact_id = c.contact_id))
         SELECT given.channel,
                ARRAY(SELECT id FROM people
                       UNION SELECT c.contact_id FROM conversations c WHERE c.id IN (SELECT id FROM locked_conversations)) AS contact_ids,
                ARRAY(SELECT address FROM known) AS addresses,
                ARRAY(SELECT DISTINCT n.name FROM contacts c, LATERAL (VALUES (c.name), (c.username), (c.phone)) AS n(name)
                       WHERE c.id IN (SELECT id FROM people) AND n.name IS NOT NULL) AS names,
                ARRAY(SELECT id FROM locked_conversations) AS conversation_ids,
                nextval('messages_id_seq')::text AS messages_before,
                next_daily('events_seq_seq'::regclass)::text AS events_before
           FROM given`,
  params: { tenantId: 'int4', contactId: 'int4' },
  row: {
    channel: oneOf(...CHANNELS),
    contactIds: 'int4[]!',
    addresses: 'text[]!',
    names: 'text[]!',
    conversationIds: 'int4[]!',
    messagesBefore: 'text!',
    eventsBefore: 'text!',
  },
});

/**
 * The person of a contact. Messages and comments have two contacts of one person, with the same platform id;
 * conversations that a merge of contacts left behind are found by their peer.
 */
export async function findErasedPerson(
  sql: Sql,
  tenantId: number,
  contactId: number,
  foundAt: Date,
): Promise<ErasedPerson | null> {
  const found = await findPerson.first(sql, { tenantId, contactId });
  return found && { ...found, detachedAt: null, tenantId, foundAt: foundAt.toISOString() };
}

const readClock = defineStatement({
  name: 'inbox.read-clock',
  text: 'SELECT clock_timestamp() AS at',
  row: { at: 'timestamptz!' },
});

/** Deletes these addresses, so that later messages from them create a new contact; returns the time of the commit. */
export async function detachContacts(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  tenantId: number,
  contactIds: readonly number[],
): Promise<Date> {
  await database.prisma.contactAddress.deleteMany({ where: { tenantId, contactId: { in: [...contactIds] } } });
  return at(await readClock.all(database, {}), 0).at;
}

const messagesOfPerson = defineStatement({
  name: 'inbox.messages-of-person',
  text: `(SELECT id FROM messages WHERE tenant_id = $1 AND conversation_id = ANY ($2) AND status NOT ${IS_UNDER_WAY}
           LIMIT ${BATCH})
         UNION
         (SELECT id FROM messages WHERE extra ? 'author' AND extra -> 'author' ?| $3 AND tenant_id = $1 AND channel = $4 AND id < $5
           LIMIT ${BATCH})`,
  params: { tenantId: 'int4', conversationIds: 'int4[]', addresses: 'text[]', channel: 'text', messagesBefore: 'int8' },
  row: { id: 'int8!' },
});

/** Erases a batch of the person's messages, including those in groups; returns none at the end. */
export async function removeMessagesOf(sql: Sql, person: ErasedPerson): Promise<ErasedRows> {
  const rows = await messagesOfPerson.all(sql, person);
  return removeMessages(
    sql,
    rows.map(({ id }) => id),
  );
}

const removeTraces = defineStatement({
  name: 'inbox.remove-traces',
  text: `WITH accounts AS MATERIALIZED (SELECT id, to_json(external_id)::text AS name FROM channel_accounts WHERE tenant_id = $1 AND channel = $2),
              reactions AS (
                DELETE FROM message_reactions r USING messages m
                 WHERE m.id = r.message_id AND m.tenant_id = $1 AND r.sender = ANY ($3) AND r.at <= $4 RETURNING 1),
              updates AS (
                DELETE FROM pending_updates p WHERE p.channel_account_id IN (SELECT id FROM accounts) AND p.created_at <= $4
                   AND ${CONTAINS('p.item::text', '$5')} RETURNING 1),
              history AS (
                DELETE FROM history_messages h WHERE h.channel_account_id IN (SELECT id FROM accounts) AND h.addresses && $3),
              people AS (
                DELETE FROM history_people h WHERE h.channel_account_id IN (SELECT id FROM accounts) AND h.address = ANY ($3)),
              unknown AS (
                DELETE FROM unknown_provider_events u WHERE u.channel = $2 AND u.received_at <= $4
                   AND ${CONTAINS('u.payload::text', '$5')}
                   AND EXISTS (SELECT 1 FROM accounts a WHERE strpos(u.payload::text, a.name) > 0) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM reactions) AS reactions, (SELECT count(*)::int4 FROM updates) AS updates,
                (SELECT count(*)::int4 FROM unknown) AS unknown_elements`,
  params: { tenantId: 'int4', channel: 'text', senders: 'text[]', foundAt: 'timestamptz', needles: 'text[]' },
  row: { reactions: 'int4!', updates: 'int4!', unknownElements: 'int4!' },
});

const removeNotes = defineStatement({
  name: 'inbox.remove-notes-of-person',
  text: 'DELETE FROM notes n WHERE n.tenant_id = $1 AND n.conversation_id = ANY ($2)',
  params: { tenantId: 'int4', conversationIds: 'int4[]' },
});

/** Erases the person's other rows: notes about them, reactions elsewhere, waiting updates, unknown elements, names. */
export async function removeTracesOf(sql: Sql, person: ErasedPerson): Promise<ErasedRows> {
  const removed = await removeTraces.all(sql, {
    tenantId: person.tenantId,
    channel: person.channel,
    senders: spellingsOf(person.addresses),
    foundAt: new Date(person.foundAt),
    needles: needlesOf(person.addresses),
  });
  const notes = await removeNotes.run(sql, { tenantId: person.tenantId, conversationIds: person.conversationIds });
  const emptied = await removeEmpty(sql, person.conversationIds);
  const { unknownElements, ...traces } = at(removed, 0);
  return { ...traces, unknown_elements: unknownElements, notes, ...emptied, ...(await removeDetached(sql, person)) };
}

const olderUnderWay = defineStatement({
  name: 'inbox.older-under-way',
  text: `SELECT 1 AS found FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start <= $1 LIMIT 1`,
  params: { than: 'timestamptz' },
  row: { found: 'int4!' },
});

/**
 * Deletes the contacts, once no transaction is running that may have found them before their addresses were
 * deleted: it could still create a conversation for one.
 */
async function removeDetached(sql: Sql, { contactIds, detachedAt }: ErasedPerson) {
  return detachedAt !== null && !(await isOlderUnderWay(sql, detachedAt)) ? removeContacts(sql, contactIds) : {};
}

const isOlderUnderWay = async (sql: Sql, than: string): Promise<boolean> =>
  (await olderUnderWay.first(sql, { than: new Date(than) })) !== null;

const countUnsettled = defineStatement({
  name: 'inbox.count-unsettled',
  text: `SELECT count(*)::int4 AS count FROM messages
          WHERE status ${IS_UNDER_WAY} AND tenant_id = $1 AND conversation_id = ANY ($2)`,
  params: { tenantId: 'int4', conversationIds: 'int4[]' },
  row: { count: 'int4!' },
});

/** Counts the rows to erase later: the contacts, and sends of unknown outcome. */
export async function countLeftOf(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  { tenantId, contactIds, conversationIds }: ErasedPerson,
): Promise<number> {
  const contacts = await database.prisma.contact.count({ where: { tenantId, id: { in: contactIds } } });
  return contacts + at(await countUnsettled.all(database, { tenantId, conversationIds }), 0).count;
}

const PAGE = 50;
/** Shorter texts would match too much unrelated content. */
const NAMES_SOMEBODY = 5;

/**
 * Removes quarantined elements of the person's channel that name them: the content is encrypted, so each is decrypted
 * and read.
 */
export async function removeQuarantinedOf(
  { quarantinedElement: elements }: PrismaTransaction['prisma'],
  cipher: Pick<Cipher, 'decrypt'>,
  person: ErasedPerson,
): Promise<number> {
  const { tenantId, channel } = person;
  const foundAt = new Date(person.foundAt);
  const names = spellingsOf(person.addresses).filter((address) => address.length >= NAMES_SOMEBODY);
  let removed = 0;
  let after = 0n;
  for (;;) {
    const page = await elements.findMany({
      where: { tenantId, channel, firstAt: { lte: foundAt }, id: { gt: after } },
      select: { id: true, payload: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    const last = page.at(-1);
    if (!last) return removed;
    after = last.id;
    const theirs = page.filter(({ payload }) => {
      const content = openQuarantined(cipher, tenantId, payload);
      return names.some((name) => content.includes(name));
    });
    if (theirs.length === 0) continue;
    const where = { tenantId, id: { in: theirs.map(({ id }) => id) } };
    removed += (await elements.deleteMany({ where })).count;
  }
}
