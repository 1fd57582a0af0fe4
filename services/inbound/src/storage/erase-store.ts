import { Channel } from '@parley/common/channels';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Cipher } from '@parley/prisma/encryption';
import { openQuarantined } from '@parley/prisma/messaging/quarantine';
import type { Sql } from '@parley/prisma/sql';
import { type Removed, removeContacts, removeEmpty, removeMessages } from './remove-messages.ts';

const BATCH = 500;

/** The addresses as providers write them: without the mark of comments, with and without the plus of a number. */
export const spellingsOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses
      .map((address) => address.replace(/^comment:/, ''))
      .flatMap((address) => (address.startsWith('+') ? [address, address.slice(1)] : [address])),
  ),
];

/** As they stand in JSON text. */
const needlesOf = (addresses: readonly string[]): string[] =>
  spellingsOf(addresses).map((address) => JSON.stringify(address));

const CONTAINS = (text: string, needles: string): string =>
  `EXISTS (SELECT 1 FROM unnest(${needles}::text[]) AS needle WHERE strpos(${text}, needle) > 0)`;

/**
 * The person behind a contact: who writes and who comments are two contacts of one person, known by the same id of the
 * platform; conversations that a merge of contacts left behind are found by whom they are with.
 */
export async function findPersonOf(
  sql: Sql,
  tenantId: number,
  contactId: number,
  foundAt: Date,
): Promise<ErasedPerson | null> {
  const { rows } = await sql.query<{
    channel: string;
    contact_ids: number[];
    addresses: string[];
    conversation_ids: number[];
    messages_before: string;
    events_before: string;
  }>({
    name: 'inbound-find-person',
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
                talks AS (SELECT c.id FROM conversations c WHERE c.contact_id IN (SELECT id FROM people)
                           UNION SELECT c.id FROM conversations c, given
                                  WHERE c.tenant_id = $1 AND c.channel = given.channel
                                    AND c.peer IN (SELECT regexp_replace(address, '^comment:', '') FROM known)
                                    AND NOT EXISTS (SELECT 1 FROM contact_addresses a WHERE a.contact_id = c.contact_id))
           SELECT given.channel,
                  ARRAY(SELECT id FROM people
                         UNION SELECT c.contact_id FROM conversations c WHERE c.id IN (SELECT id FROM talks)) AS contact_ids,
                  ARRAY(SELECT address FROM known) AS addresses, ARRAY(SELECT id FROM talks) AS conversation_ids,
                  nextval('messages_id_seq')::text AS messages_before,
                  next_daily('events_seq_seq'::regclass)::text AS events_before
             FROM given`,
    values: [tenantId, contactId],
  });
  const [row] = rows;
  return row
    ? {
        ...row,
        detached_at: null,
        channel: Channel.parse(row.channel),
        tenant_id: tenantId,
        found_at: foundAt.toISOString(),
      }
    : null;
}

/** From now on whoever writes from one of these addresses is somebody new; answers when that was committed. */
export async function detachContacts(sql: Sql, tenantId: number, contactIds: readonly number[]): Promise<Date> {
  await sql.query({
    name: 'inbound-detach-contacts',
    text: 'DELETE FROM contact_addresses WHERE tenant_id = $1 AND contact_id = ANY ($2)',
    values: [tenantId, contactIds],
  });
  const { rows } = await sql.query<{ at: Date }>({ text: 'SELECT clock_timestamp() AS at' });
  if (!rows[0]) throw new Error('The database has no clock.');
  return rows[0].at;
}

/** A batch of the person's messages, those that they wrote in groups included; none when all that can go are gone. */
export async function removeMessagesOf(sql: Sql, person: ErasedPerson): Promise<Removed> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'inbound-messages-of-person',
    text: `(SELECT id::text FROM messages WHERE tenant_id = $1 AND conversation_id = ANY ($2) AND status NOT IN ('sending', 'unknown')
             LIMIT ${BATCH})
           UNION
           (SELECT id::text FROM messages WHERE extra ? 'author' AND extra -> 'author' ?| $3 AND tenant_id = $1 AND channel = $4 AND id < $5
             LIMIT ${BATCH})`,
    values: [person.tenant_id, person.conversation_ids, person.addresses, person.channel, person.messages_before],
  });
  return removeMessages(
    sql,
    rows.map((row) => row.id),
  );
}

/** What else names the person: reactions elsewhere, updates that wait, elements nobody understood, and who they are. */
export async function removeTracesOf(sql: Sql, person: ErasedPerson): Promise<Removed> {
  const { tenant_id: tenantId, channel } = person;
  const needles = needlesOf(person.addresses);
  const { rows } = await sql.query<Record<string, number>>({
    name: 'inbound-remove-traces',
    text: `WITH accounts AS MATERIALIZED (SELECT id, to_json(external_id)::text AS name FROM channel_accounts WHERE tenant_id = $1 AND channel = $2),
                reactions AS (
                  DELETE FROM message_reactions r USING messages m
                   WHERE m.id = r.message_id AND m.tenant_id = $1 AND r.sender = ANY ($3) AND r.at <= $4 RETURNING 1),
                updates AS (
                  DELETE FROM pending_updates p WHERE p.channel_account_id IN (SELECT id FROM accounts) AND p.created_at <= $4
                     AND ${CONTAINS('p.item::text', '$5')} RETURNING 1),
                unknown AS (
                  DELETE FROM unknown_provider_events u WHERE u.channel = $2 AND u.received_at <= $4
                     AND ${CONTAINS('u.payload::text', '$5')}
                     AND EXISTS (SELECT 1 FROM accounts a WHERE strpos(u.payload::text, a.name) > 0) RETURNING 1)
           SELECT (SELECT count(*)::int FROM reactions) AS reactions, (SELECT count(*)::int FROM updates) AS updates,
                  (SELECT count(*)::int FROM unknown) AS unknown_elements`,
    values: [tenantId, channel, spellingsOf(person.addresses), person.found_at, needles],
  });
  const emptied = await removeEmpty(sql, person.conversation_ids);
  return { ...rows[0], ...emptied, ...(await removeDetached(sql, person)) };
}

/**
 * The contacts themselves, once no transaction is under way that may have found them before their addresses were gone: it
 * could still begin a conversation with one.
 */
async function removeDetached(sql: Sql, { contact_ids: contactIds, detached_at: detachedAt }: ErasedPerson) {
  return detachedAt !== null && !(await isOlderUnderWay(sql, detachedAt)) ? removeContacts(sql, contactIds) : {};
}

async function isOlderUnderWay(sql: Sql, than: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    text: `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start <= $1 LIMIT 1`,
    values: [than],
  });
  return rowCount > 0;
}

/** What is still there and goes later: sends whose outcome is not known yet, and the contacts. */
export async function countLeftOf(sql: Sql, person: ErasedPerson): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    text: 'SELECT count(*)::int AS count FROM contacts WHERE id = ANY ($1)',
    values: [person.contact_ids],
  });
  return (rows[0]?.count ?? 0) + (await countUnsettled(sql, person.tenant_id, person.conversation_ids));
}

/** Sends in these conversations whose outcome is not known yet: they are erased when it is. */
export async function countUnsettled(sql: Sql, tenantId: number, conversationIds: readonly number[] | null) {
  const { rows } = await sql.query<{ count: number }>({
    name: 'inbound-count-unsettled',
    text: `SELECT count(*)::int AS count FROM messages
            WHERE status IN ('sending', 'unknown') AND tenant_id = $1 AND ($2::int[] IS NULL OR conversation_id = ANY ($2))`,
    values: [tenantId, conversationIds],
  });
  return rows[0]?.count ?? 0;
}

/** A batch of what is kept of a tenant: messages first, then everything that they refer to. */
export async function removeTenantBatch(sql: Sql, tenantId: number): Promise<Removed> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'inbound-messages-of-tenant',
    text: `SELECT id::text FROM messages WHERE tenant_id = $1 AND status NOT IN ('sending', 'unknown') LIMIT ${BATCH}`,
    values: [tenantId],
  });
  if (rows.length > 0)
    return removeMessages(
      sql,
      rows.map((row) => row.id),
    );
  const { rows: rest } = await sql.query<Record<string, number>>({
    name: 'inbound-rest-of-tenant',
    text: `WITH accounts AS MATERIALIZED (SELECT id, channel, to_json(external_id)::text AS name FROM channel_accounts WHERE tenant_id = $1),
                updates AS (DELETE FROM pending_updates WHERE channel_account_id IN (SELECT id FROM accounts) RETURNING 1),
                unknown AS (
                  DELETE FROM unknown_provider_events u USING accounts a
                   WHERE u.channel = a.channel AND strpos(u.payload::text, a.name) > 0 RETURNING 1),
                quarantine AS (DELETE FROM quarantined_elements WHERE tenant_id = $1 RETURNING 1),
                talks AS (
                  DELETE FROM conversations WHERE id IN (
                    SELECT c.id FROM conversations c WHERE c.tenant_id = $1
                       AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id) LIMIT 5000) RETURNING 1),
                addresses AS (
                  DELETE FROM contact_addresses WHERE (tenant_id, channel, address) IN (
                    SELECT tenant_id, channel, address FROM contact_addresses WHERE tenant_id = $1 LIMIT 5000) RETURNING 1),
                people AS (
                  DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE tenant_id = $1 LIMIT 5000) RETURNING 1)
           SELECT (SELECT count(*)::int FROM updates) AS updates, (SELECT count(*)::int FROM unknown) AS unknown_elements,
                  (SELECT count(*)::int FROM talks) AS conversations, (SELECT count(*)::int FROM addresses) AS addresses,
                  (SELECT count(*)::int FROM people) AS contacts,
                  (SELECT count(*)::int FROM quarantine) AS quarantined_elements`,
    values: [tenantId],
  });
  return rest[0] ?? {};
}

const QUARANTINE_PAGE = 50;
/** Shorter texts stand in much that is nobody's address. */
const NAMES_SOMEBODY = 5;

/** Quarantined elements of the person's channel that name them: their content is encrypted, so each is opened and read. */
export async function removeQuarantinedOf(
  sql: Sql,
  cipher: Pick<Cipher, 'decrypt'>,
  person: ErasedPerson,
): Promise<number> {
  const { tenant_id: tenantId, channel, found_at: foundAt } = person;
  const names = spellingsOf(person.addresses).filter((address) => address.length >= NAMES_SOMEBODY);
  let removed = 0;
  let after = '0';
  for (;;) {
    const { rows } = await sql.query<{ id: string; payload: string }>({
      name: 'inbound-quarantined-page',
      text: `SELECT q.id::text, payload FROM quarantined_elements q
              WHERE tenant_id = $1 AND channel = $2 AND first_at <= $3 AND q.id > $4 ORDER BY q.id LIMIT ${QUARANTINE_PAGE}`,
      values: [tenantId, channel, foundAt, after],
    });
    const last = rows.at(-1);
    if (!last) return removed;
    after = last.id;
    const theirs = rows.filter(({ payload }) => {
      const content = openQuarantined(cipher, tenantId, payload);
      return names.some((name) => content.includes(name));
    });
    if (theirs.length === 0) continue;
    const { rowCount } = await sql.query({
      name: 'inbound-remove-quarantined',
      text: 'DELETE FROM quarantined_elements WHERE tenant_id = $1 AND id = ANY ($2::bigint[])',
      values: [tenantId, theirs.map(({ id }) => id)],
    });
    removed += rowCount;
  }
}
