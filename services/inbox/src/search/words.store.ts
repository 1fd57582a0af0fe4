import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { UnreadPerson, UnreadText } from './search-words.rules.ts';

/**
 * Disables sorts for the rest of the transaction: with old statistics, as in a new database, the planner would read and
 * sort all unindexed messages for each batch.
 */
const lockRow = defineStatement({
  name: 'inbox.lock-words-progress',
  text: `SELECT read_until, set_config('enable_sort', 'off', true) AS sorts FROM message_words_progress FOR UPDATE SKIP LOCKED`,
  row: { readUntil: 'int8', sorts: 'text!' },
});

/** The indexed columns of a message `m`: no text for a revoked message. */
const READ = `m.id, m.tenant_id, CASE WHEN m.revoked_at IS NULL THEN m.text ELSE '' END AS text, m.created_at`;
const TEXT = { id: 'int8', tenantId: 'int4', text: 'text!', createdAt: 'timestamptz' } as const;

/**
 * Locks the message: a concurrent edit either waits, and then marks the words written here, or has committed, and its
 * text is read.
 */
const findChanged = defineStatement({
  name: 'inbox.find-changed-words',
  plan: 'index',
  text: `SELECT ${READ}
           FROM message_words w JOIN messages m ON m.id = w.message_id
          WHERE w.words IS NULL ORDER BY m.id LIMIT $1 FOR SHARE OF m`,
  params: { limit: 'int8' },
  row: TEXT,
});

const findUnread = defineStatement({
  name: 'inbox.find-texts-without-words',
  plan: 'index',
  text: `SELECT ${READ} FROM messages m
          WHERE m.id > $1 AND m.created_at < $2 AND m.text <> ''
            AND NOT EXISTS (SELECT 1 FROM message_words w WHERE w.message_id = m.id)
          ORDER BY m.id LIMIT $3 FOR SHARE OF m`,
  params: { after: 'int8', before: 'timestamptz', limit: 'int8' },
  row: TEXT,
});

const write = defineBatchStatement({
  name: 'inbox.write-words',
  plan: 'index',
  text: `INSERT INTO message_words (message_id, tenant_id, words)
         SELECT w.message_id, w.tenant_id, array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(w.lexemes)))
           FROM unnest($1::int8[], $2::int4[], $3::jsonb[]) AS w(message_id, tenant_id, lexemes)
         ON CONFLICT (message_id) DO UPDATE SET words = EXCLUDED.words`,
  items: { messageId: 'int8', tenantId: 'int4', lexemes: 'jsonb' },
});

const remove = defineBatchStatement({
  name: 'inbox.remove-words',
  text: 'DELETE FROM message_words w USING unnest($1::int8[]) AS g(id) WHERE w.message_id = g.id',
  items: { id: 'int8' },
});

/** Removes the words of deleted messages. Runs in its own statement after the deletion: it must see the words written until then. */
export async function removeWords(sql: Sql, ids: readonly string[]): Promise<void> {
  await remove.run(
    sql,
    ids.map((id) => ({ id })),
    {},
  );
}

/** At once when a text is new since the watermark, or has changed since it was read. */
export const findTextsToRead = defineDue({
  name: 'inbox.find-texts-to-read',
  text: `SELECT coalesce(
           (SELECT ${AT_ONCE} FROM messages WHERE id > (SELECT read_until FROM message_words_progress) ORDER BY id LIMIT 1),
           (SELECT ${AT_ONCE} FROM message_words WHERE words IS NULL ORDER BY message_id LIMIT 1)) AS due_at`,
});

/** The watermark: the message up to which all are read; null when another worker holds it. */
export const lockProgress = async (sql: Sql): Promise<string | null> =>
  (await lockRow.first(sql, {}))?.readUntil ?? null;

/** Messages whose text has changed since they were read. */
export const findChangedTexts = (sql: Sql, count: number): Promise<UnreadText[]> =>
  findChanged.all(sql, { limit: String(count) });

/** The next messages without lexemes, by id. */
export const findTextsWithoutWords = (
  sql: Sql,
  { after, before, count }: { after: string; before: Date; count: number },
): Promise<UnreadText[]> => findUnread.all(sql, { after, before, limit: String(count) });

export async function writeWords(
  sql: Sql,
  words: readonly { messageId: string; tenantId: number; lexemes: string[] }[],
): Promise<void> {
  await write.run(sql, words, {});
}

const findNewest = defineStatement({
  name: 'inbox.find-settled-message',
  text: 'SELECT id FROM messages WHERE id > $1 AND created_at < $2 ORDER BY id DESC LIMIT 1',
  params: { after: 'int8', before: 'timestamptz' },
  row: { id: 'int8' },
});

const advance = defineStatement({
  name: 'inbox.advance-words-progress',
  text: 'UPDATE message_words_progress SET read_until = $1',
  params: { readUntil: 'int8' },
});

/** The newest message stored before a point in time; null when there is none after the id. */
export const findSettled = async (sql: Sql, given: { after: string; before: Date }): Promise<string | null> =>
  (await findNewest.first(sql, given))?.id ?? null;

export async function advanceProgress(sql: Sql, readUntil: string): Promise<void> {
  await advance.run(sql, { readUntil });
}

/** At once when the words of a person's name were never stored, or are out of date. */
export const findPeopleToRead = defineDue({
  name: 'inbox.find-people-to-read',
  text: `SELECT ${AT_ONCE} AS due_at FROM contacts
          WHERE words IS NULL AND detached_at IS NULL ORDER BY id LIMIT 1`,
});

/** Locks contacts in the order of their ids, as every other lock of contacts; two workers share the work. */
const lockUnread = defineStatement({
  name: 'inbox.lock-people-without-words',
  text: `SELECT id FROM contacts WHERE words IS NULL AND detached_at IS NULL
          ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
  params: { limit: 'int8' },
  row: { id: 'int4' },
});

const writePeople = defineBatchStatement({
  name: 'inbox.write-words-of-people',
  text: `UPDATE contacts p SET words = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(w.lexemes)))
           FROM unnest($1::int4[], $2::jsonb[]) AS w(id, lexemes) WHERE p.id = w.id`,
  items: { id: 'int4', lexemes: 'jsonb' },
});

/** Contacts without lexemes, locked: names and addresses change under the same lock. */
export const lockPeopleWithoutWords = async (sql: Sql, count: number): Promise<number[]> =>
  (await lockUnread.all(sql, { limit: String(count) })).map(({ id }) => id);

const readUnread = defineStatement({
  name: 'inbox.read-people-without-words',
  text: `SELECT p.id, p.tenant_id, p.name, p.username, p.phone,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address) AS addresses
           FROM contacts p WHERE p.id = ANY($1)`,
  params: { ids: 'int4[]' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    name: 'text?',
    username: 'text?',
    phone: 'text?',
    addresses: 'text[]!',
  },
});

export const readPeople = (sql: Sql, ids: readonly number[]): Promise<UnreadPerson[]> =>
  readUnread.all(sql, { ids: [...ids] });

export async function writePeopleWords(sql: Sql, words: readonly { id: number; lexemes: string[] }[]): Promise<void> {
  await writePeople.run(sql, words, {});
}
