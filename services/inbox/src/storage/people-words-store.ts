import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { UnreadPerson } from '../domain/search-words.ts';

/** Locks contacts in the order of their ids, as every other lock of contacts; two workers share the work. */
const lockUnread = defineStatement({
  name: 'inbox.lock-people-without-words',
  text: `SELECT id FROM contacts WHERE words IS NULL AND detached_at IS NULL
          ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
  params: { limit: 'int8' },
  row: { id: 'int4' },
});

const write = defineBatchStatement({
  name: 'inbox.write-words-of-people',
  text: `UPDATE contacts p SET words = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(w.lexemes)))
           FROM unnest($1::int4[], $2::jsonb[]) AS w(id, lexemes) WHERE p.id = w.id`,
  items: { id: 'int4', lexemes: 'jsonb' },
});

/** Contacts without lexemes, locked: names and addresses change under the same lock. */
export const lockPeopleWithoutWords = async (sql: Sql, count: number): Promise<number[]> =>
  (await lockUnread.all(sql, { limit: String(count) })).map(({ id }) => id);

const read = defineStatement({
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
  read.all(sql, { ids: [...ids] });

export async function writePeopleWords(sql: Sql, words: readonly { id: number; lexemes: string[] }[]): Promise<void> {
  await write.run(sql, words, {});
}
